/// \file Emits the fill of cells of a tile beyond faces of the grid.
#include "schedules/persistent/TileFaces.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

bool TileFaces::hasCells(ir::FieldId field, Kind kind) const {
  for (int axis = 0; axis < s.shape.rank; ++axis)
    for (Side side : {Side::Low, Side::High})
      if (cellsBeyond(field, axis, side, kind))
        return true;
  return false;
}

bool TileFaces::repeatsCells(ir::FieldId field, Kind kind) const {
  for (int axis = 0; axis < s.shape.rank; ++axis)
    for (Side side : {Side::Low, Side::High})
      if (cellsBeyond(field, axis, side, kind) && s.readers.facesOf(field).at(axis, side).map())
        return true;
  return false;
}

int TileFaces::cellsBeyond(ir::FieldId field, int axis, Side side, Kind kind) const {
  const analysis::Face &face = s.readers.facesOf(field).at(axis, side);
  if (!face.hasCells())
    return 0;
  const TileField &inTile = s.shape.of(field);
  const bool isConstant = face.given()
                              ? !UniformNeeds::of(s.facts.program, face.given()->value).ofStep
                              : !inTile.isUpdated && !inTile.isLocal;
  return isConstant == (kind == Kind::Constant) ? face.reach : 0;
}

int TileFaces::widest(const Fields &fields, int axis, Side side) const {
  int cells = 0;
  for (ir::FieldId field : fields)
    cells = std::max({cells, cellsBeyond(field, axis, side, Kind::Changing),
                      cellsBeyond(field, axis, side, Kind::Constant)});
  return cells;
}

TileFaces::Fields TileFaces::changing(const Fields &fields) const {
  Fields some;
  for (ir::FieldId field : fields)
    if (hasCells(field, Kind::Changing))
      some.push_back(field);
  return some;
}

TileFaces::Fields TileFaces::fieldsOfLevel(int level) const {
  Fields some;
  for (const TileField &field : s.shape.fields)
    if (field.isUpdated && level > -field.levels)
      some.push_back(field.field);
  return changing(some);
}

int TileFaces::mostLevels() const {
  int levels = 1;
  for (const TileField &field : s.shape.fields)
    levels = std::max(levels, field.levels);
  return levels;
}

std::optional<Term> TileFaces::reachesBeyond(int axis, Side side) const {
  if (s.shape.isWhole(axis))
    return std::nullopt;
  if (side == Side::Low)
    return s.inGrid.low[axis] >= 1;
  return s.inGrid.high[axis] < s.own.high[axis] + s.shape.halo.high[axis];
}

void TileFaces::atFace(int axis, Side side, const std::string &what,
                       const std::optional<Term> &when, const std::function<void()> &act) {
  k.note(what + " " + faceText(s.facts.program, axis, side) + ".");
  when ? k.when(*when, act) : act();
}

TileBox TileFaces::beyond(const Fields &fields, int axis, Side side, int cells) const {
  TileBox box = s.inGrid;
  const auto lowOf = [&](int along, int depth) {
    const Term low = s.inGrid.low[along] - depth;
    return s.shape.isWhole(along) ? low : most(k, low, 0);
  };
  const auto highOf = [&](int along, int depth) {
    const Term high = s.inGrid.high[along] + depth;
    return s.shape.isWhole(along) ? high
                                  : least(k, high, s.own.high[along] + s.shape.halo.high[along]);
  };
  for (int other = 0; other < s.shape.rank; ++other) { // edges and corners, too
    if (s.shape.isRound[other] || other == axis)
      continue;
    if (const int depth = widest(fields, other, Side::Low))
      box.low[other] = lowOf(other, depth);
    if (const int depth = widest(fields, other, Side::High))
      box.high[other] = highOf(other, depth);
  }
  if (side == Side::Low) {
    box.high[axis] = s.inGrid.low[axis];
    box.low[axis] = lowOf(axis, cells);
  } else {
    box.low[axis] = s.inGrid.high[axis];
    box.high[axis] = highOf(axis, cells);
  }
  return box;
}

void TileFaces::forBeyond(const Fields &fields, Kind kind,
                          const std::function<void(ir::FieldId field, const InTile &at)> &fill) {
  for (int axis = 0; axis < s.shape.rank; ++axis)
    for (Side side : {Side::Low, Side::High}) {
      int cells = 0;
      for (ir::FieldId field : fields)
        cells = std::max(cells, cellsBeyond(field, axis, side, kind));
      if (!cells)
        continue;
      atFace(axis, side, "Cells beyond", reachesBeyond(axis, side), [&] {
        s.forCells(beyond(fields, axis, side, cells), [&](const InTile &at) {
          for (ir::FieldId field : fields)
            if (cellsBeyond(field, axis, side, kind))
              fill(field, at);
        });
      });
    }
}

Term TileFaces::valueOf(ir::FieldId field, const Term &array, const InTile &at, const Term &step) {
  std::vector<Term> from;
  k.together([&] {
    for (int axis = 0; axis < s.shape.rank; ++axis)
      from.push_back(
          k.variable(std::string(axisName(axis)) + "From", {Type::Int}, s.first[axis] + at[axis]));
  });
  const Term value = k.place(NameHint("", NameOfView{field, 0}, "_beyond"),
                             {Type::Value, s.facts.program.fields[field].storage});
  KernelBody &body = s.bodies.front();
  body.setStep(step);
  k.when(!s.readers.isBeyond(k, field, value, *s.grid, body.uniforms(0), from), [&] {
    InTile inTile;
    for (int axis = 0; axis < s.shape.rank; ++axis)
      inTile.push_back(from[axis] - s.first[axis]);
    k.assign(value, s.cell(array, inTile));
  });
  return value;
}

void TileFaces::declareFill(const Fields &fields) {
  if (fields.empty() || fills.count(fields))
    return;
  std::vector<Var> params;
  for (ir::FieldId field : fields) {
    Var array{NameHint("", NameOfView{field, 0}),
              {Type::Value, s.facts.program.fields[field].storage}};
    array.isReference = true;
    for (int axis = s.shape.rank - 1; axis >= 0; --axis)
      array.extents.push_back(k.module.integer(s.shape.extent(axis)));
    params.push_back(std::move(array));
  }
  params.push_back(Var{"step", {Type::Int}});
  const Term closure =
      k.closure(std::vector<Var>(), std::move(params),
                [&](const std::vector<Term> &, const std::vector<Term> &given) {
                  forBeyond(fields, Kind::Changing, [&](ir::FieldId field, const InTile &at) {
                    const auto which =
                        std::find(fields.begin(), fields.end(), field) - fields.begin();
                    const Term &array = given[static_cast<std::size_t>(which)];
                    k.assign(s.cell(array, at), valueOf(field, array, at, given.back()));
                  });
                });
  fills.emplace(fields, k.define("fillBeyond", {Type::Auto}, closure));
}

void TileFaces::declare() {
  bool isAlways = false;
  std::vector<Term> conditions;
  for (int axis = 0; axis < s.shape.rank; ++axis)
    for (Side side : {Side::Low, Side::High})
      for (const TileField &field : s.shape.fields) {
        if (!cellsBeyond(field.field, axis, side, Kind::Changing))
          continue;
        const std::optional<Term> reaches = reachesBeyond(axis, side);
        isAlways |= !reaches;
        if (reaches)
          conditions.push_back(*reaches);
        break;
      }
  if (!isAlways && !conditions.empty())
    isAtFace = k.define("isAtFace", {Type::Bool}, *anyOf(conditions));
  for (int level = 0; level > -mostLevels(); --level)
    declareFill(fieldsOfLevel(level));
  for (const analysis::KernelFacts &kernel : s.kernels)
    declareFill(changing(kernel.stored));
}

void TileFaces::fill(const Fields &fields, int level, const Term &step) {
  if (fields.empty())
    return;
  std::vector<Term> arguments;
  for (ir::FieldId field : fields)
    arguments.push_back(s.array(field, level, step));
  arguments.push_back(step.home() ? step + level : Term(static_cast<int>(step.value()) + level));
  k.run(k.call(fills.at(fields), arguments));
}

void TileFaces::fillAll(bool isMet) {
  Fields fields;
  std::map<ir::FieldId, std::vector<Term>> arrays; // all arrays of a field
  for (const TileField &field : s.shape.fields) {
    fields.push_back(field.field);
    if (!hasCells(field.field, Kind::Constant))
      continue;
    for (int slot = 0; slot < field.slots; ++slot)
      arrays[field.field].push_back(s.slot(
          field.field, slot, NameHint("", NameOfView{field.field, 0}, "_" + std::to_string(slot))));
  }
  const bool isChanging = !fieldsOfLevel(0).empty();
  const bool readsTile = isChanging || llvm::any_of(fields, [&](ir::FieldId field) {
                           return repeatsCells(field, Kind::Constant);
                         });
  if (!isMet && (readsTile || arrays.empty()))
    s.meet();
  forBeyond(fields, Kind::Constant, [&](ir::FieldId field, const InTile &at) {
    const Term value = valueOf(field, arrays.at(field).front(), at, 0);
    for (const Term &array : arrays.at(field))
      k.assign(s.cell(array, at), value);
  });
  // A barrier follows unless all blocks meet at one after their fill of the other cells. At corners
  // of the grid, that fill may write cells of older time levels again.
  const auto fillsTwice = [&](const TileField &field) {
    return field.levels > 1 && hasCells(field.field, Kind::Constant) &&
           hasCells(field.field, Kind::Changing);
  };
  const bool meetsLater = isChanging && !isAtFace;
  if (!arrays.empty() && (!meetsLater || llvm::any_of(s.shape.fields, fillsTwice)))
    s.meet();
  if (isChanging)
    fillLevels(0);
}

void TileFaces::fillLevels(const Term &step) {
  if (fieldsOfLevel(0).empty())
    return;
  const auto act = [&] {
    for (int level = 0; level > -mostLevels(); --level)
      fill(fieldsOfLevel(level), level, step);
    s.meet();
  };
  isAtFace ? k.when(*isAtFace, act) : act();
}

void TileFaces::fillNew(std::size_t index, const Term &step) {
  const Fields fields = changing(s.kernels[index].stored);
  if (fields.empty())
    return;
  const auto act = [&] {
    fill(fields, 1, step);
    s.meet();
  };
  isAtFace ? k.when(*isAtFace, act) : act();
}

TileBox TileFaces::frozenAt(int axis, Side side, int width) const {
  TileBox box = s.inGrid;
  if (side == Side::Low)
    box.high[axis] = least(k, k.number(width) - s.first[axis], s.inGrid.high[axis]);
  else
    box.low[axis] = most(k, k.extent(axis) - width - s.first[axis], s.inGrid.low[axis]);
  return box;
}

void TileFaces::keepFrozen(std::size_t index, const Term &step) {
  const analysis::KernelFacts &kernel = s.kernels[index];
  if (!kernel.commonFrozen)
    return;
  int slots = 1;
  for (ir::FieldId field : kernel.stored)
    slots = std::max(slots, s.shape.of(field).slots);
  const auto copy = [&] {
    std::vector<std::pair<Term, Term>> arrays;
    for (ir::FieldId field : kernel.stored)
      arrays.emplace_back(s.array(field, 1, step), s.array(field, 0, step));
    const auto copyCell = [&](const InTile &at) {
      for (const auto &[to, from] : arrays)
        k.assign(s.cell(to, at), s.cell(from, at));
    };
    for (int axis = 0; axis < s.shape.rank; ++axis)
      for (Side side : {Side::Low, Side::High})
        if (const int width = kernel.commonFrozen->of(axis, side)) {
          const TileBox box = frozenAt(axis, side, width);
          atFace(axis, side, "Cells that keep their values at", box.low[axis] < box.high[axis],
                 [&] { s.forCells(box, copyCell); });
        }
  };
  k.when(step < slots, copy, "later, all arrays have them");
}

} // namespace stencilc::schedules
