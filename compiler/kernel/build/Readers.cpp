/// \file Readers: emitted functions that read a field at any cell, with boundary conditions
/// applied.
#include "kernel/build/Readers.h"
#include "analysis/KernelFacts.h"
#include "kernel/build/IndexMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::kernel {

const char *axisName(int axis) {
  static const char *const names[kMaxAxes] = {"x", "y", "z"};
  return names[axis];
}

std::string offsetTail(const Offset &offset, const char *centre) {
  std::string tail = "_";
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (offset[axis])
      tail += axisName(axis) + std::string(offset[axis] < 0 ? "m" : "p") +
              std::to_string(std::abs(offset[axis]));
  return tail == "_" ? centre : tail;
}

std::string rowTail(Offset across) {
  across[0] = 0;
  return offsetTail(across, "_c");
}

Reach readBeyond(const analysis::Facts &facts, ir::FieldId field,
                 const std::function<bool(std::size_t kernel)> &loadsAll) {
  Reach all;
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
    // Shortcut for programs with hundreds of kernels, most of which do not read the field.
    if (llvm::none_of(facts.dependence.kernels[index].stages, [&](ir::StageId stage) {
          return facts.footprint.stages.at(stage).reads(field);
        }))
      continue;
    const analysis::KernelFacts kernel(facts, index);
    for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
      if (fieldLevel.field == field && (loadsAll(index) || kernel.leavesGrid))
        all.include(loadsAll(index) ? footprint.reach : kernel.beyondFrozen(footprint.reach));
  }
  for (const auto &[id, footprint] : facts.footprint.reductions)
    for (const auto &[fieldLevel, part] : footprint.fieldLevels)
      if (fieldLevel.field == field)
        all.include(part.reach);
  return all;
}

std::string faceText(const ir::Program &program, int axis, Side side) {
  return program.axes[axis] + (side == Side::Low ? ".low" : ".high");
}

Term faceValue(Builder &k, ir::ExprId value, const std::vector<Term> &cell,
               const UniformTerms &uniforms) {
  return k.computed(value, [&](const ir::Expr &leaf) -> std::optional<Term> {
    if (const auto *position = std::get_if<ir::Position>(&leaf.node))
      return positionOf(k, position->axis, cell[position->axis]);
    if (const auto *extent = std::get_if<ir::Extent>(&leaf.node))
      return domainExtent(k, extent->axis);
    if (const auto *uniform = std::get_if<ir::UniformRef>(&leaf.node))
      return uniforms(*k.module.program, uniform->uniform);
    return {};
  });
}

namespace {

/// Faces of a field with the same fixed boundary value. The emitted code has one test for all faces
/// of the group.
struct FaceGroup {
  const analysis::Face &face; // first of the faces
  std::vector<std::pair<int, Side>> places;
};

bool giveTheSame(const analysis::Face &first, const analysis::Face &second) {
  return first.given() && second.given() && first.given()->value == second.given()->value &&
         !first.variesByPlace();
}

std::vector<FaceGroup> groupsOf(int rank, const analysis::FieldFaces &faces,
                                const ReaderOptions &options) {
  std::vector<FaceGroup> groups;
  for (int axis = 0; axis < rank; ++axis)
    for (Side side : {Side::Low, Side::High}) {
      if (!options.reach.of(axis, side))
        continue;
      const analysis::Face &face = faces.at(axis, side);
      const bool joins = options.form != ReaderForm::AnyPlace && !groups.empty() &&
                         giveTheSame(groups.back().face, face);
      if (!joins)
        groups.push_back({face, {}});
      groups.back().places.push_back({axis, side});
    }
  return groups;
}

/// Builder of one reader, an emitted function that reads a field with boundary conditions applied.
class ReaderBuilder {
public:
  ReaderBuilder(Module &module, ir::FieldId id, const analysis::FieldFaces &faces,
                const UniformNeeds &needs, const ReaderOptions &options)
      : program(*module.program), faces(faces), options(options),
        k(module, Kind::Helper,
          NameHint(options.beginning ? options.beginning : beginning(options.form),
                   NameOfField{id}),
          doc(program, options.form)) {
    Function &f = k.function();
    const NameHint name("", NameOfView{id, 0});
    f.docNames = {name};
    f.isInline = true;
    const ir::ScalarType storage = program.fields[id].storage;
    const bool isPlace = options.form == ReaderForm::Place || isOfAny();
    f.result =
        isPlace ? Type{Type::Bool} : Type{isOfRow() ? Type::BoundedRow : Type::Value, storage};
    const Type cells{options.isReadOnly ? Type::ReadOnlyView : Type::View, storage, true};
    source = isPlace ? k.reference(isOfAny() ? NameHint("value") : name, {Type::Value, storage})
                     : k.param(name, cells, {}, true);
    k.gridParam(true);
    uniforms = UniformTerms::params(k, needs);
    for (int axis = 0; axis < program.rank(); ++axis)
      cell.push_back(axis == 0 && isOfRow() ? Term(0)
                     : isPlace              ? k.reference(axisName(axis), {Type::Int})
                                            : k.param(axisName(axis), {Type::Int}));
  }

  FunctionId build() {
    for (const FaceGroup &group : groupsOf(program.rank(), faces, options))
      ask(group);
    switch (options.form) {
    case ReaderForm::Value:
      k.give(source->cell(cell));
      break;
    case ReaderForm::Row:
      k.give(k.braced({source->cell(cell).address()}));
      break;
    case ReaderForm::Place:
    case ReaderForm::AnyPlace:
      k.give(k.truth(false));
      break;
    }
    return k.id;
  }

private:
  bool isOfRow() const { return options.form == ReaderForm::Row; }
  bool isOfAny() const { return options.form == ReaderForm::AnyPlace; }
  static const char *beginning(ReaderForm form) {
    switch (form) {
    case ReaderForm::Value:
      return "read";
    case ReaderForm::Row:
      return "row";
    case ReaderForm::Place:
      return "beyond";
    case ReaderForm::AnyPlace:
      return "face";
    }
    llvm_unreachable("readers: unknown form");
  }
  static std::string doc(const ir::Program &program, ReaderForm form) {
    switch (form) {
    case ReaderForm::Value:
      break;
    case ReaderForm::Row:
      return std::string("Returns the row of {} at y") + (program.rank() == 3 ? " and z" : "") +
             ", with boundary values outside the grid.";
    case ReaderForm::Place:
    case ReaderForm::AnyPlace:
      return "Returns true after setting {} to a fixed boundary value. Otherwise changes the "
             "coordinates of a cell beyond a face to those of the cell inside that gives its "
             "value.";
    }
    return "Returns {} at a cell, or its boundary value outside the grid.";
  }

  /// Emits a `return` for a cell beyond a face with the fixed boundary value `fixed`, and `what` as
  /// a comment. A function that reads whole rows returns a struct: the address of the nearest row
  /// in the grid, the value, and true. Callers load that row in any case and use the value. A
  /// function with result bool sets the value and returns true.
  void give(ir::ExprId fixed, const std::string &what) {
    const Term value = faceValue(k, fixed, cell, uniforms);
    switch (options.form) {
    case ReaderForm::Value:
      return k.give(value, what);
    case ReaderForm::Place:
    case ReaderForm::AnyPlace:
      k.assign(*source, value, what);
      return k.give(k.truth(true));
    case ReaderForm::Row:
      break;
    }
    std::vector<Term> nearest = {0};
    for (int axis = 1; axis < program.rank(); ++axis)
      nearest.push_back(k.call(Primitive::Nearest, {cell[axis], k.extent(axis)}));
    k.give(k.braced({source->cell(nearest).address(), value, k.truth(true)}), what);
  }

  void ask(const FaceGroup &group) {
    std::vector<Term> outside;
    std::string where;
    for (const auto &[axis, side] : group.places) {
      outside.push_back(k.face(cell[axis], axis, side, 0));
      where += (where.empty() ? "" : ", ") + faceText(program, axis, side);
    }
    const std::string what = std::string(group.face.text()) + " on " + where;
    if (const analysis::Given *given = group.face.given()) {
      k.when(*anyOf(outside), [&] { give(given->value, isOfAny() ? "" : what); });
      return;
    }
    const auto [axis, side] = group.places.front();
    k.when(outside.front(), [&, axis = axis, side = side] { move(group.face, axis, side, what); });
  }

  /// Emits code for cells beyond the face: their coordinate along `axis` is replaced by that of the
  /// cell inside the grid that gives the value. `what` becomes a comment.
  void move(const analysis::Face &face, int axis, Side side, const std::string &what) {
    const Term &c = cell[axis];
    if (isOfAny())
      return k.assign(c, wrappedIndexOfAny(k, face.anyMap(), axis, c));
    const std::string why = face.hasCells() ? what : what + ": the value is never used";
    if (face.isPeriodic())
      k.change(c, side == Side::Low ? AssignOp::Add : AssignOp::Subtract, k.extent(axis), why);
    else
      k.assign(c, wrappedIndex(k, face.anyMap(), axis, side, c), why);
  }

  const ir::Program &program;
  const analysis::FieldFaces &faces;
  const ReaderOptions &options;
  Builder k;
  std::optional<Term> source; // view to read, or variable for a boundary value
  UniformTerms uniforms;
  std::vector<Term> cell;
};

} // namespace

void Readers::add(ir::FieldId field, const ReaderOptions &options) {
  const UniformNeeds needs = UniformNeeds::ofFaces(*module.program, faces[field], options.reach);
  const FunctionId function = ReaderBuilder(module, field, faces[field], needs, options).build();
  all.insert_or_assign(std::pair(field, options.form), Made{function, options, needs});
}

void Readers::addPlace(ir::FieldId field) {
  ReaderOptions options = made(field, ReaderForm::Value).options;
  options.form = ReaderForm::Place;
  options.beginning = nullptr;
  add(field, options);
}

Term Readers::call(Builder &builder, const Made &reader, std::vector<Term> arguments,
                   const UniformTerms &uniforms, const std::vector<Term> &at) const {
  uniforms.addTo(arguments, reader.usesUniforms);
  arguments.insert(arguments.end(), at.begin(), at.end());
  return builder.call(reader.function, arguments);
}

Term Readers::read(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
                   const UniformTerms &uniforms, const std::vector<Term> &cell) const {
  return call(builder, made(field, ReaderForm::Value), {view, grid}, uniforms, cell);
}

Term Readers::row(Builder &builder, ir::FieldId field, const Term &view, const Term &grid,
                  const UniformTerms &uniforms, const std::vector<Term> &at) const {
  return call(builder, made(field, ReaderForm::Row), {view, grid}, uniforms, at);
}

Term Readers::isBeyond(Builder &builder, ir::FieldId field, const Term &value, const Term &grid,
                       const UniformTerms &uniforms, const std::vector<Term> &at,
                       ReaderForm form) const {
  return call(builder, made(field, form), {value, grid}, uniforms, at);
}

} // namespace stencilc::kernel
