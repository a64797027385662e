/// \file Reads the statements that concern the whole program: precision, arithmetic, size and
/// steps.
#include "sema/statements/Settings.h"
#include "ir/Names.h"
#include "ir/StorageTypes.h"
#include <limits>

namespace stencilc::sema {

std::optional<ir::ScalarType> resolveType(Unit &unit, const ast::TypeName &type) {
  const llvm::StringRef name = type.name.text;
  if (const auto known = ir::numberType(name))
    return known;
  llvm::StringRef nearest = nearestName(name, {"f64", "f32", "f16", "bf16", "u8", "i16", "i32"});
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> others[] = {
      {"float", "f32"},     {"single", "f32"}, {"double", "f64"}, {"half", "f16"},
      {"bfloat16", "bf16"}, {"uint8", "u8"},   {"byte", "u8"},    {"short", "i16"},
      {"int16", "i16"},     {"int", "i32"},    {"int32", "i32"},  {"integer", "i32"}};
  for (const auto &[other, own] : others)
    if (name == other)
      nearest = own;
  auto report = unit.diags.report(type.name.range, diag::UnknownType, name, didYouMean(nearest));
  if (!nearest.empty())
    report.fixIt(type.name.range, nearest);
  return std::nullopt;
}

void checkStorage(Unit &unit, ir::ScalarType storage, llvm::SMRange range, llvm::StringRef name) {
  if (storage == ir::ScalarType::I32 && unit.program.compute == ir::ScalarType::F32)
    unit.diags.report(range, diag::StorageInexact, name)
        .note(range, diag::Hint, "compute in f64, or store i16 or u8");
}

/// Reports a compute type that is only for storage, and replaces it by f64. `named` is the source
/// range of the type.
static void checkCompute(Unit &unit, ir::ScalarType &compute, llvm::SMRange named) {
  if (ir::isComputed(compute))
    return;
  const std::string name = ir::toString(compute);
  const std::string whole = compute == ir::ScalarType::I32 ? "f64" : "f32";
  unit.diags.report(named, diag::ComputeType, name)
      .note(named, diag::Hint, "write 'precision storage " + name + ", compute " + whole + ";'");
  compute = ir::ScalarType::F64;
}

static void takePrecision(Unit &unit, const ast::PrecisionStatement &precision,
                          const SemaOptions &options) {
  ir::Program &program = unit.program;
  const auto &[storageName, computeName] = precision;
  // `precision f32;` names both types, so an error in it is reported once.
  const bool isShared =
      storageName && computeName && storageName->name.range.Start == computeName->name.range.Start;
  std::optional<ir::ScalarType> storage, compute;
  if (storageName)
    storage = resolveType(unit, *storageName);
  if (isShared)
    compute = storage;
  else if (computeName)
    compute = resolveType(unit, *computeName);
  if (storage || compute) {
    program.storage = storage ? *storage : *compute;
    program.compute = compute ? *compute : *storage;
    if (!options.compute)
      checkCompute(unit, program.compute, (computeName ? computeName : storageName)->name.range);
  }
  if (storage == ir::ScalarType::F64 && compute == ir::ScalarType::F32 && !options.compute &&
      !options.storage)
    unit.diags.report(computeName->name.range, diag::ComputeNarrower);
}

static void readPrecision(Unit &unit, const SemaOptions &options) {
  ir::Program &program = unit.program;
  if (const auto *precision = onlyOne<ast::PrecisionStatement>(unit, "precision"))
    takePrecision(unit, *precision, options);
  program.storage = options.storage.value_or(program.storage);
  program.compute = options.compute.value_or(program.compute);
  checkStorage(unit, program.storage, unit.stencil.name.range, unit.stencil.name.text);
}

static void readArithmetic(Unit &unit, const SemaOptions &options) {
  if (const auto *arithmetic = onlyOne<ast::ArithmeticStatement>(unit, "arithmetic")) {
    const llvm::StringRef mode = arithmetic->mode.text;
    if (mode == "written") {
      unit.program.arithmetic = ir::Arithmetic::Written;
    } else if (mode != "canonical") {
      const llvm::StringRef nearest = nearestName(mode, {"canonical", "written"});
      auto report = unit.diags.report(arithmetic->mode.range, diag::UnknownArithmetic, mode,
                                      didYouMean(nearest));
      if (!nearest.empty())
        report.fixIt(arithmetic->mode.range, nearest);
    }
  }
  unit.program.arithmetic = options.arithmetic.value_or(unit.program.arithmetic);
}

void readSettings(Unit &unit, const SemaOptions &options) {
  unit.program.name = unit.stencil.name.text;
  unit.program.sourceName = options.sourceName;
  for (const ast::Identifier &axis : unit.stencil.axes)
    unit.program.axes.push_back(axis.text);
  readPrecision(unit, options);
  readArithmetic(unit, options);
}

/// Returns the smallest number of cells along `axis` with which every read beyond a face gets its
/// value from a cell of the grid. Also returns the name of the field that requires this number.
static std::pair<int, std::string> fewestCells(const ir::Program &program, int axis) {
  std::pair<int, std::string> fewest{1, ""};
  for (const ir::Expr &expr : program.exprs) {
    const auto *read = std::get_if<ir::Read>(&expr.node);
    if (!read || read->offset[axis] == 0)
      continue;
    const ir::FieldDecl &field = program.fields[read->field];
    const Side side = read->offset[axis] < 0 ? Side::Low : Side::High;
    const bool isNode = field.at(axis, side).kind == ir::BoundaryKind::MirrorNode;
    const int needed = std::abs(read->offset[axis]) + isNode;
    if (needed > fewest.first)
      fewest = {needed, field.name};
  }
  for (const ir::Stage &stage : program.stages)
    for (const int rim : {stage.frozen.low[axis], stage.frozen.high[axis]})
      if (rim > fewest.first)
        fewest = {rim, program.fields[stage.target].name};
  return fewest;
}

static void readSize(Unit &unit, const ast::SizeStatement &size, llvm::SMRange range) {
  const int rank = unit.rank();
  if (static_cast<int>(size.extents.size()) != rank) {
    unit.diags.report(range, diag::SizeRank, counted(size.extents.size(), "number"),
                      counted(rank, "axis"), unit.axisNames());
    return;
  }
  Extents extents;
  bool isFine = true;
  for (int axis = 0; axis < rank; ++axis) {
    const std::string &name = unit.stencil.axes[axis].text;
    const std::int64_t cells = size.extents[axis];
    extents[axis] = cells;
    const auto [fewest, field] = fewestCells(unit.program, axis);
    if (cells < 1 || cells > std::numeric_limits<std::int32_t>::max())
      unit.diags.report(range, diag::SizeNotPositive, cells, name);
    else if (cells < fewest)
      unit.diags.report(range, diag::SizeTooSmall, cells, name, field, fewest);
    else
      continue;
    isFine = false;
  }
  if (isFine)
    unit.program.sizeHint = extents;
}

void readHints(Unit &unit) {
  const auto *size = onlyOne<ast::SizeStatement>(unit, "size");
  forEach<ast::SizeStatement>(unit.stencil, [&](const auto &node, const ast::Statement &statement) {
    if (&node == size)
      readSize(unit, node, statement.range);
  });
  const auto *steps = onlyOne<ast::StepsStatement>(unit, "steps");
  forEach<ast::StepsStatement>(
      unit.stencil, [&](const auto &node, const ast::Statement &statement) {
        if (&node != steps)
          return;
        if (node.steps < 1)
          unit.diags.report(statement.range, diag::StepsNotPositive, node.steps);
        else
          unit.program.stepsHint = node.steps;
      });
}

} // namespace stencilc::sema
