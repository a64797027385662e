/// \file Emits loads of rows of cells from memory into registers, for sweeps.
#include "schedules/sweep/Loads.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

const analysis::FieldFaces &Loads::facesOf(const RowLoad &row) const {
  return s.facts.faces[row.fieldLevel.field];
}

Reach Loads::reachOf(const RowLoad &row) const {
  return s.facts.footprint.reachOf(row.fieldLevel.field);
}

/// Returns the coordinate along the swept axis (the last one) of the plane of `row`. The plane lies
/// `row.shift` planes after the plane being updated. In loads before the loop over planes, it lies
/// `row.shift` planes after the first plane of the block.
Term Loads::planeOf(const RowLoad &row) const {
  return (row.beforeLoop ? *s.begin : *s.plane) + row.shift;
}

Term Loads::place(const RowLoad &row, int axis, const Term &coordinate) const {
  return s.places.place(s.k, row.fieldLevel.field, axis, s.body.grid(), coordinate);
}

/// Returns the coordinates, x first, of the cell of `row` whose coordinate along x is `x`. The cell
/// may lie beyond the grid.
std::vector<Term> Loads::cellOf(const RowLoad &row, const Term &x) const {
  std::vector<Term> cell = {x};
  if (s.along == 2)
    cell.push_back(*s.y + row.at[1]);
  cell.push_back(planeOf(row));
  return cell;
}

// --- offsets ------------------------------------------------------------------------------------

static std::string shiftText(const char *axis, int shift) {
  return std::string(axis) + (shift < 0 ? "m" : "p") + std::to_string(std::abs(shift));
}

void Loads::declare(Offsets &offsets) {
  for (auto &[key, offset] : offsets)
    offset.term =
        s.k.define(NameHint("", NameOfView{key.first, 0}, key.second), offset.type, offset.value());
}

std::function<Term()> Loads::named(Offsets &offsets, const RowLoad &row, std::string tail,
                                   Type type, std::function<Term()> value) {
  const Key key{row.fieldLevel.field, std::move(tail)};
  offsets.insert_or_assign(key, Named{type, std::move(value)});
  return [&offsets, key] { return *offsets.at(key).term; };
}

std::vector<Loads::Offset> Loads::offsetsTo(const RowLoad &row) {
  std::vector<Offset> all;
  const Term view = s.body.view(row.fieldLevel);
  const Reach reach = reachOf(row);
  const bool reachesAlong = reach.low[s.along] || reach.high[s.along];
  if (row.shift != 0 && !reachesAlong) // such a field is loaded ahead only at planes of the grid
    all.push_back([this, view, shift = row.shift] {
      const Term stride = view.dot(s.along == 2 ? "plane" : "row");
      return s.k.number(shift) * stride;
    });
  if (row.shift != 0 && reachesAlong) {
    const auto value = [this, row, view] {
      const Term stride = view.dot(s.along == 2 ? "plane" : "row");
      return stride * (place(row, s.along, planeOf(row)) - (row.beforeLoop ? *s.begin : *s.plane));
    };
    const std::string tail = "_to_" + shiftText(axisName(s.along), row.shift);
    all.push_back(row.isNamed ? named(planes, row, tail, {Type::Int64}, value) : Offset(value));
  }
  if (const int shift = s.along == 2 ? row.at[1] : 0) {
    const auto value = [this, row, view, shift] {
      return view.dot("row") * (place(row, 1, *s.y + shift) - *s.y);
    };
    all.push_back(named(columns, row, "_to_" + shiftText("y", shift), {Type::Int64}, value));
  }
  return all;
}

Term Loads::pointerTo(const RowLoad &row, const std::vector<Offset> &offsets) const {
  const Here &here = s.here.at(row.fieldLevel);
  Term place = here.index.value_or(here.first);
  for (const Offset &offset : offsets)
    place = place + offset();
  return here.index ? here.first + place : place;
}

// --- loads --------------------------------------------------------------------------------------

/// Returns true if the thread's own cells of `row` may extend beyond the high face of x, and
/// updates read values there. This can happen only if a thread updates several cells of a row.
bool Loads::isPartial(const RowLoad &row) const {
  return s.plan.cellsPerThread > 1 && row.readsRight && facesOf(row).at(0, Side::High).hasCells();
}

void Loads::loadCore(const RowLoad &row, Later &loads) {
  const bool isPart = isPartial(row);
  partialRows |= isPart;
  loads.push_back([this, row, isPart, offsets = offsetsTo(row)] {
    const Term to = row.array + row.held.left, from = pointerTo(row, offsets);
    if (!isPart)
      return s.places.load(s.k, to, from, s.cells);
    std::vector<Term> arguments = {to, from, s.body.view(row.fieldLevel), s.body.grid()};
    s.body.uniforms(row.fieldLevel.level)
        .addTo(arguments, s.readers.usesUniforms(row.fieldLevel.field));
    for (const Term &coordinate : cellOf(row, *s.x))
      arguments.push_back(coordinate);
    s.places.loadPartial(s.k, row.fieldLevel.field, {s.cells, *s.whole}, arguments);
  });
}

/// Returns a function that returns an address offset in cells: from the thread's first cell to a
/// group of `piece` adjacent cells of `row`. The group lies on side `side` of the thread's own
/// cells, and `first` is its position there. On the low side, `first` is negative and counts from
/// the thread's first cell. On the high side, it counts from the cell that follows the thread's
/// last one. If the group lies beyond a face, the offset leads to cells of the grid.
Loads::Offset Loads::marginOffset(const RowLoad &row, Side side, int first, int piece) {
  const bool isLow = side == Side::Low;
  const int last = first + piece - 1, reach = reachOf(row).high[0];
  std::string tail = "_to_" + shiftText("x", isLow ? first : first + 1);
  if (piece > 1)
    tail += "_" + shiftText("x", isLow ? last : last + 1);
  return named(columns, row, tail, {Type::Int}, [this, row, side, isLow, first, piece, reach] {
    const Term at = isLow ? *s.x + first : *s.x + s.cells + first;
    if (piece > 1) // the face gives the value itself: any cell may be loaded
      return select(s.k.face(at, 0, side, 0, true), at, s.k.number(0)) - *s.x;
    const Term inReach = isLow || s.plan.cellsPerThread == 1
                             ? at
                             : s.k.call(Primitive::Min, {at, s.k.extent(0) + (reach - 1)});
    return place(row, 0, inReach) - *s.x;
  });
}

/// Adds to `loads` the loads of those cells of `row` that updates read on side `side` of the
/// thread's own cells. Usually the cells are loaded one by one. If the face on this side has fixed
/// boundary values, aligned groups of cells are loaded at once. Values loaded beyond the face are
/// replaced later, so they may be wrong. A group of p cells is aligned if p divides the number of
/// cells of a thread and the distance from the thread's first cell to the group.
void Loads::loadMargin(const RowLoad &row, Side side, Later &loads) {
  const bool isLow = side == Side::Low;
  const int wanted = isLow ? row.fresh.left : row.fresh.right, end = isLow ? 0 : wanted;
  const bool anyCell = !facesOf(row).at(0, side).map();
  int piece = 1;
  for (int d = isLow ? -wanted : 0; d < end; d += piece) {
    piece = 1;
    while (anyCell && d + 2 * piece <= end && d % (2 * piece) == 0 &&
           s.plan.cellsPerThread % (2 * piece) == 0)
      piece *= 2;
    std::vector<Offset> offsets = offsetsTo(row);
    offsets.push_back(marginOffset(row, side, d, piece));
    loads.push_back([this, row, isLow, d, piece, offsets] {
      const Term index =
          isLow ? s.k.number(row.held.left + d) : s.k.number(row.held.left) + s.cells + d;
      if (piece > 1)
        return s.places.load(s.k, row.array + index, pointerTo(row, offsets), piece);
      const Here &here = s.here.at(row.fieldLevel);
      Term at = here.index ? *here.index + offsets.front()() : offsets.front()();
      for (const Offset &offset : llvm::drop_begin(offsets))
        at = at + offset();
      s.k.assign(row.array[index], s.places.cell(s.k, here.first[at]));
    });
  }
}

// --- fixed boundary values ----------------------------------------------------------------------

ir::ExprId Loads::valueOf(const RowLoad &row, const Fix &fix) const {
  return facesOf(row).at(fix.axis, fix.side).given()->value;
}

bool Loads::isSameForAll(const RowLoad &row, const Fix &fix) const {
  return !facesOf(row).at(fix.axis, fix.side).variesByPlace();
}

/// Returns, as an expression, the fixed boundary value of the `i`-th of the cells that `fix`
/// replaces in `row`. If the value depends on the position, the expression calls the function that
/// reads the field beyond the grid.
Term Loads::given(const RowLoad &row, const Fix &fix, const Term &i) const {
  if (!isSameForAll(row, fix)) {
    const Term x = fix.fromCore ? *s.x + fix.first : *s.x + s.cells + fix.first;
    return s.body.readBeyond(s.readers, row.fieldLevel, cellOf(row, x + i));
  }
  return s.k.computed(valueOf(row, fix), [&](const ir::Expr &leaf) -> std::optional<Term> {
    if (const auto *extent = std::get_if<ir::Extent>(&leaf.node))
      return s.k.extent(extent->axis);
    if (const auto *uniform = std::get_if<ir::UniformRef>(&leaf.node))
      return s.body.uniforms(row.fieldLevel.level)(s.facts.program, uniform->uniform);
    return {};
  });
}

void Loads::fix(const RowLoad &row, const Fix &fix, const std::function<Term()> &condition,
                Later &fixes) {
  fixes.push_back([this, row, fix, condition] {
    const Term start = fix.fromCore ? s.k.number(row.held.left + fix.first)
                                    : s.k.number(row.held.left) + s.cells + fix.first;
    const Term to = row.array + start;
    const auto fixCell = [&](const Term &i) { s.k.assign(to[i], given(row, fix, i)); };
    if (fix.isTail) {
      s.k.whenConstant(!*s.whole, [&] {
        s.k.forEach("i", 1, fix.count(), Repeat::Plain, [&](const Term &i) {
          s.k.when(s.k.face(*s.x + i, 0, Side::High, 0), [&] { fixCell(i); });
        });
      });
      return;
    }
    s.k.when(condition(), [&] {
      if (!isSameForAll(row, fix))
        s.k.forEach("i", 0, fix.count(), Repeat::Plain, fixCell);
      else if (fix.known == 1)
        s.k.assign(row.array[start], given(row, fix, 0));
      else
        s.k.run(s.k.call(Primitive::Fill, {to, given(row, fix, 0)}, {fix.count()}));
    });
  });
}

/// Adds to `fixes` a function that emits a test: does `row` lie beyond a face of `axis` (y or the
/// swept axis)? If it does, the fixed boundary values replace its loaded cells. `shift` is the
/// displacement of the row along `axis`. Adds nothing if `shift` is 0, or if the face has no fixed
/// values.
void Loads::fixFace(const RowLoad &row, int axis, int shift, Later &fixes) {
  if (shift == 0)
    return;
  const Side side = shift < 0 ? Side::Low : Side::High;
  // Planes loaded ahead may lie beyond a face beyond which no update reads.
  if (!reachOf(row).of(axis, side) || !facesOf(row).at(axis, side).given())
    return;
  const auto condition = [this, row, axis, side] {
    return s.k.face(axis == s.along ? planeOf(row) : *s.y + row.at[1], axis, side, 0);
  };
  const auto number = [this](int n) { return [this, n] { return s.k.number(n); }; };
  if (row.core) {
    const auto count = [this, row] {
      return s.k.number(row.fresh.left) + s.cells + row.fresh.right;
    };
    return fix(row, {axis, side, -row.fresh.left, true, count, 0}, condition, fixes);
  }
  if (const int left = row.fresh.left)
    fix(row, {axis, side, -left, true, number(left), left}, condition, fixes);
  if (const int right = row.fresh.right)
    fix(row, {axis, side, 0, false, number(right), right}, condition, fixes);
}

/// Adds to `fixes` a function that emits the replacement of the thread's own cells of `row` beyond
/// the high face of x by fixed boundary values. It must come after the replacements for the other
/// axes, because the face of x takes precedence.
void Loads::fixTail(const RowLoad &row, Later &fixes) {
  if (isPartial(row) && facesOf(row).at(0, Side::High).given())
    fix(row, {0, Side::High, 0, true, [this] { return s.cells; }, 0, true}, nullptr, fixes);
}

void Loads::fixMargins(const RowLoad &row, Later &fixes) {
  const auto one = [this] { return s.k.number(1); };
  const auto fixOne = [&](Side side, int d, bool fromCore) {
    fix(
        row, {0, side, d, fromCore, one, 1},
        [this, side, d, fromCore] {
          return s.k.face(fromCore ? *s.x + d : *s.x + s.cells + d, 0, side, 0);
        },
        fixes);
  };
  if (facesOf(row).at(0, Side::Low).given())
    for (int d = -row.fresh.left; d < 0; ++d)
      fixOne(Side::Low, d, true);
  if (facesOf(row).at(0, Side::High).given())
    for (int d = 0; d < row.fresh.right; ++d)
      fixOne(Side::High, d, false);
}

void Loads::add(const RowLoad &row, Later &loads, Later &fixes) {
  if (row.core)
    loadCore(row, loads);
  loadMargin(row, Side::Low, loads);
  loadMargin(row, Side::High, loads);
  // The first axis outside decides, so its value is written last.
  const std::size_t before = fixes.size();
  fixFace(row, s.along, row.shift, fixes);
  if (s.along == 2)
    fixFace(row, 1, row.at[1], fixes);
  if (row.core && fixes.size() > before)
    fixTail(row, fixes);
  fixMargins(row, fixes);
}

} // namespace stencilc::schedules
