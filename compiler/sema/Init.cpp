/// \file Initial values of fields.
#include "sema/Init.h"
#include "sema/Accesses.h"
#include "sema/Expressions.h"
#include "sema/Groups.h"
#include <cmath>

namespace stencilc::sema {

namespace {

/// The age of the level that `init` names: 0 for t, 1 for t-1. Reports what is no level of the
/// field.
std::optional<int> levelOf(Unit &unit, const ast::InitItem &init, const ir::FieldDecl &field,
                           const Symbol &symbol) {
  const auto place = resolveShifts(unit, init.level);
  if (!place)
    return std::nullopt;
  const llvm::SMRange range(init.level.front().range.Start, init.level.back().range.End);
  const std::string kept =
      field.levels == 1 ? "'t'" : "'t' to 't-" + std::to_string(field.levels - 1) + "'";
  std::string why;
  if (place->halves() != Offset())
    why = "a start belongs to a time level, not to a place; write 'init[t-1]'";
  else if (place->time > 0 || place->part.of)
    why = "the steps compute what comes after t";
  else if (place->time <= -field.levels)
    why = "it keeps " + kept + "; declare 'levels " + std::to_string(1 - place->time) + "'";
  else if (place->time < 0 && !symbol.isUpdated)
    why = "no statement computes it, so that it is the same on all levels";
  if (why.empty())
    return -place->time;
  unit.diags.report(range, diag::InitLevel, field.name, why);
  return std::nullopt;
}

/// What the source says of each level of a field; `all` is of those that have none of their own.
struct Starts {
  const ast::InitItem *all = nullptr;
  std::map<int, const ast::InitItem *> own;
};

Starts gatherStarts(Unit &unit, const ast::FieldStatement &field, const ir::FieldDecl &declaration,
                    const Symbol &symbol) {
  Starts starts;
  for (const ast::InitItem &init : field.inits) {
    const std::optional<int> age =
        init.level.empty() ? std::nullopt : levelOf(unit, init, declaration, symbol);
    if (!init.level.empty() && !age)
      continue;
    const ast::InitItem *&place = age ? starts.own[*age] : starts.all;
    if (place)
      unit.diags
          .report(init.range, diag::DuplicateStatement,
                  !age        ? "init"
                  : *age == 0 ? "init[t]"
                              : "init[t-" + std::to_string(*age) + "]")
          .note(place->range, diag::Hint, "first given here");
    else
      place = &init;
  }
  return starts;
}

/// Gives the levels of a field their starts; older ones that start as level t does have none.
void lowerStarts(Lowering &lowering, const Starts &starts, ir::FieldDecl &declaration,
                 const UseSite &place) {
  const auto lower = [&](const ast::InitItem *init, ir::ExprId &value, std::string &file) {
    if (!init)
      return;
    if (init->file)
      file = *init->file;
    else if (const auto lowered = lowering.lowerNumber(init->value, place, "an initial value"))
      value = lowering.values().finish(*lowered, declaration.storage);
  };
  const auto ownOf = [&](int age) -> const ast::InitItem * {
    const auto own = starts.own.find(age);
    return own == starts.own.end() ? nullptr : own->second;
  };
  const ast::InitItem *const newest = ownOf(0);
  lower(newest ? newest : starts.all, declaration.init, declaration.initFile);
  for (int age = 1; age < declaration.levels; ++age) {
    const ast::InitItem *const own = ownOf(age);
    if (!newest && !own)
      continue; // as level t
    ir::OlderInit older;
    older.age = age;
    lower(own ? own : starts.all, older.value, older.file);
    declaration.olderInits.push_back(std::move(older));
  }
}

} // namespace

void lowerInitialValues(Unit &unit) {
  Lowering lowering(unit, unit.program, Purpose::Initial);
  const ast::FieldStatement *wrong = nullptr; // was reported with the first field it declares
  for (const DeclaredField &declared : unit.declaredFields) {
    const ast::FieldStatement &field = *declared.statement;
    if (field.inits.empty() || &field == wrong)
      continue;
    const unsigned errors = unit.diags.errors();
    const Frame frame = Frame::ofIndex(indexNameOf(*declared.name), declared.member, nullptr);
    ir::FieldDecl &declaration = unit.declarationOf(declared);
    lowering.restrictTo(declared.profile);
    lowerStarts(
        lowering, gatherStarts(unit, field, declaration, unit.symbols[declared.symbol]),
        declaration,
        {Displacement::ofHalves(unit.placeOf(declared)), declared.member >= 0 ? &frame : nullptr});
    if (unit.diags.errors() > errors)
      wrong = &field;
  }
}

/// exp(-r^2 / (2 * width^2)): 1 at the centre, and `width` is the standard deviation in cells.
Lowering::Result Lowering::lowerGaussian(const ast::Call &call, const UseSite &place) {
  using Op = ir::BinaryOp;
  Result distance; // squared
  for (int axis = 0; axis < unit.rank(); ++axis) {
    if (!hasAxis(axis, call.callee.range, place))
      return std::nullopt;
    const Result centre = lowerNumber(call.arguments[axis], place, "'gaussian'");
    if (!centre)
      return std::nullopt;
    const Value here = builder.position(axis, 0.5 * place.shift.halves()[axis]);
    const Value away = builder.binary(Op::Subtract, here, *centre);
    const Value square = builder.binary(Op::Multiply, away, away);
    distance = distance ? builder.binary(Op::Add, *distance, square) : square;
  }
  const Result width = lowerNumber(call.arguments.back(), place, "'gaussian'");
  if (!width)
    return std::nullopt;
  if (builder.known(*width) == 0.0) {
    error(place, unit.stencil.exprs[call.arguments.back()].range, diag::DivisionByZero);
    return std::nullopt;
  }
  const Value square = builder.binary(Op::Multiply, *width, *width);
  const Value twice = builder.binary(Op::Multiply, builder.constant(2), square);
  const Value exponent =
      builder.unary(ir::UnaryOp::Negate, builder.binary(Op::Divide, *distance, twice));
  return builder.unary(ir::UnaryOp::Exp, exponent);
}

Lowering::Result Lowering::lowerRandom(const ast::Call &call, const UseSite &place) {
  const Result seed = lowerNumber(call.arguments[0], place, "'random'");
  if (!seed)
    return std::nullopt;
  const llvm::SMRange range = unit.stencil.exprs[call.arguments[0]].range;
  const std::optional<double> known = builder.known(*seed);
  // Whole numbers up to 2^53 are exact in f64, in which constants are computed.
  if (!known || *known < 0 || *known > 9007199254740992.0 || *known != std::trunc(*known)) {
    error(place, range, diag::BadSeed, known ? toText(*known) : "a value chosen at run time");
    return std::nullopt;
  }
  return builder.random(static_cast<std::uint64_t>(*known));
}

} // namespace stencilc::sema
