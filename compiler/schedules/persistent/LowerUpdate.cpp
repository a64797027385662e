/// \file Emits the updates of the cells of a tile in shared memory.
///
/// The tile is divided into columns, 32 cells wide along x and one cell wide along y (if y is not
/// the last axis). A column extends along the last axis. All cells of all columns are divided
/// evenly among warps, and the lanes of a warp have neighbouring cells along x. A thread loads the
/// operands of several cells of its column before it stores the first result. So the loads overlap,
/// and a cell that several updates read is loaded once. With one axis, the cells of a thread are 32
/// apart.
///
///     columns of 13 cells    | column 0 | column 1 | column 2 |    warp 0: column 0, cells 0 to 10
///     along the last axis    |    |     |    |     |    |     |    warp 1: column 0, cells 11, 12,
///                            v          v          v                       column 1, cells 0 to 8
#include "kernel/build/NewCells.h"
#include "schedules/persistent/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of the updates by one kernel of a time step.
class TileUpdate {
public:
  TileUpdate(PersistentState &s, std::size_t index, const Term &step, const Term &inRound)
      : s(s), k(s.k), index(index), kernel(s.kernels[index]), body(s.bodies[index]), step(step),
        inRound(inRound), news(k, body, s.facts.program, kernel), last(s.shape.rank - 1) {}

  void build() {
    declareArrays();
    declareBox();
    shareLines();
  }

private:
  void declareArrays() {
    body.setStep(step);
    for (const auto &[fieldLevel, reads] : kernel.fieldLevels)
      arrays.emplace(fieldLevel, s.array(fieldLevel.field, fieldLevel.level, step));
    for (ir::FieldId field : kernel.stored)
      if (!arrays.count({field, 1}))
        arrays.emplace(analysis::FieldLevel{field, 1}, s.array(field, 1, step));
  }

  /// Emits the range of cells that this kernel computes along each axis. Between two exchanges the
  /// range gets smaller with each time step. Frozen cells of all stages are left out.
  void declareBox() {
    const PersistentShape &shape = s.shape;
    const Reach &beyond = shape.beyond[index];
    for (int axis = 0; axis < shape.rank; ++axis) {
      const std::string name = axisName(axis);
      const int keptLow = kernel.commonFrozen ? kernel.commonFrozen->low[axis] : 0,
                keptHigh = kernel.commonFrozen ? kernel.commonFrozen->high[axis] : 0;
      Term low = s.own.low[axis] + keptLow, high = s.own.high[axis] - keptHigh;
      if (!shape.isWhole(axis)) {
        const int stepLow = shape.step.low[axis], stepHigh = shape.step.high[axis];
        // After the last step before an exchange, only the block's own cells are right.
        low = (inRound + 1) * stepLow - beyond.low[axis];
        high = s.own.high[axis] + (k.number(shape.exchange - 1) - inRound) * stepHigh +
               beyond.high[axis];
        if (!shape.isRound[axis]) {
          low = most(k, low, s.inGrid.low[axis]);
          high = least(k, high, s.inGrid.high[axis]);
          if (keptLow)
            low = most(k, low, k.number(keptLow) - s.first[axis]);
          if (keptHigh)
            high = least(k, high, k.extent(axis) - keptHigh - s.first[axis]);
        }
      }
      k.together([&] {
        box.low.push_back(k.define(name + "Begin", {Type::Int}, low));
        box.high.push_back(k.define(name + "End", {Type::Int}, high));
      });
    }
  }

  void shareLines() {
    const Term width = most(k, box.count(0), 0);
    const bool isRow = last == 0; // a thread's cells are 32 cells apart
    const Term columns = k.define("columns", {Type::Int}, (width + 31) / 32);
    const Term length =
        isRow ? columns : k.define("length", {Type::Int}, most(k, box.count(last), 0));
    std::optional<Term> lines;
    if (last == 1)
      lines = columns;
    else if (last == 2)
      lines = columns * most(k, box.count(1), 0);
    const Term all = lines ? k.define("all", {Type::Int}, *lines * length) : length;
    const Term from = k.define("from", {Type::Int}, all * *s.warp / s.shape.warps);
    const Term to = all * (*s.warp + 1) / s.shape.warps;
    if (isRow)
      return updateLine({box.low[0] + *s.lane}, from, to);
    const Term left = k.variable("left", {Type::Int}, to - from);
    k.when(left >= 1, [&] { updateLines(from, left, columns, length); });
  }

  /// Emits the updates of `left` cells along the last axis for each lane of the warp. `from` is the
  /// number of the first of these cells, if all lines are put end to end. Lines have `length`
  /// cells, and lie in `columns` columns of 32 cells along x.
  void updateLines(const Term &from, const Term &left, const Term &columns, const Term &length) {
    // Only the first line is found by divisions, which take about as long as the update of a cell.
    const Term first = k.define("line", {Type::Int}, from / length);
    const Term begin = k.variable("begin", {Type::Int}, from - first * length);
    const Term y = last == 2 ? k.variable("y", {Type::Int}, first / columns) : Term(0);
    const Term column = k.variable("column", {Type::Int}, last == 2 ? first - y * columns : first);
    k.repeatWhile(left >= 1, Repeat::Plain, [&] {
      const Term end = k.define("end", {Type::Int}, least(k, length, begin + left));
      InTile at{k.define("x", {Type::Int}, box.low[0] + column * 32 + *s.lane)};
      if (last == 2)
        at.push_back(box.low[1] + y);
      k.when(at[0] < box.high[0],
             [&] { updateLine(at, box.low[last] + begin, box.low[last] + end); });
      k.change(left, AssignOp::Subtract, end - begin);
      k.assign(begin, 0);
      k.change(column, AssignOp::Add, 1);
      if (last == 2)
        k.when(column == columns, [&] {
          k.assign(column, 0);
          k.change(y, AssignOp::Add, 1);
        });
    });
  }

  /// Emits the updates of a thread's cells in a line. `at` has their coordinates along the other
  /// axes. `begin` and `end` are the range along the last axis, or with one axis the range of
  /// groups of 32 cells.
  void updateLine(const InTile &at, const Term &begin, const Term &end) {
    const std::string name = last == 0 ? "group" : axisName(last);
    const Term cell = k.variable(name, {Type::Int}, begin);
    for (int rows = s.shape.rows, before = 0; rows > 0; before = rows, rows /= 2) {
      const auto together = [&] {
        updateRows(at, cell, rows);
        k.change(cell, AssignOp::Add, rows);
      };
      // Fewer cells than two groups are left after a loop over groups of twice as many cells.
      const Term isGroup = cell < end - (rows - 1);
      before == 2 * rows ? k.when(isGroup, together)
                         : k.repeatWhile(isGroup, Repeat::Rolled, together);
    }
  }

  InTile placeOf(const InTile &at, const Term &cell, const Term &j) const {
    if (last == 0)
      return {at[0] + (cell + j) * 32};
    InTile place = at;
    place.push_back(cell + j);
    return place;
  }

  void updateRows(const InTile &at, const Term &cell, int rows) {
    const auto inRange = [&](const InTile &place, const std::function<void()> &act) {
      last == 0 ? k.when(place[0] < box.high[0], act) : act();
    };
    if (rows == 1) {
      const InTile place = placeOf(at, cell, 0);
      inRange(place, [&] {
        freeze(place);
        KernelBody::Access access = accessOf(place);
        access.place = [&](ir::StageId stage) { return target(stage, place); };
        access.storesLast = true;
        body.update(access);
      });
      return;
    }
    news.declare({rows});
    k.forEach("j", 0, rows, Repeat::Unrolled, [&](const Term &j) {
      const InTile place = placeOf(at, cell, j);
      inRange(place, [&] {
        freeze(place);
        news.update({j}, accessOf(place),
                    [&](const ir::Stage &stage) { return body.frozenOf(stage.target); });
      });
    });
    k.forEach("j", 0, rows, Repeat::Unrolled, [&](const Term &j) {
      const InTile place = placeOf(at, cell, j);
      inRange(place, [&] {
        for (ir::FieldId field : kernel.stored)
          k.assign(s.cell(arrays.at({field, 1}), place), news.of(field)[j]);
      });
    });
  }

  /// Emits tests whether a cell is frozen (keeps its value), if stages freeze different cells.
  void freeze(const InTile &place) {
    if (!kernel.commonFrozen)
      body.declareFrozen(s.inGridOf(place));
  }

  KernelBody::Access accessOf(const InTile &place) {
    return {.read =
                [this, place](const ir::Read &read) {
                  return s.cell(arrays.at({read.field, read.level}), place, read.offset);
                },
            .place = nullptr,
            .position = [this, place](int axis) { return s.placeOf(axis, place[axis]); }};
  }

  Term target(ir::StageId stage, const InTile &place) {
    return s.cell(arrays.at({s.facts.program.stages[stage].target, 1}), place);
  }

  PersistentState &s;
  Builder &k;
  const std::size_t index;
  const analysis::KernelFacts &kernel;
  KernelBody &body;
  const Term step, inRound;
  NewCells news;
  const int last; // axis along which lines of cells lie
  std::map<analysis::FieldLevel, Term> arrays;
  TileBox box;
};

} // namespace

void updateTile(PersistentState &s, std::size_t index, const Term &step, const Term &inRound) {
  TileUpdate(s, index, step, inRound).build();
}

} // namespace stencilc::schedules
