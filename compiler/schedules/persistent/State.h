/// \file State of the builder of a persistent kernel: its parameters, the tile of the block, and
/// the cells in shared memory.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/persistent/Shape.h"
#include <deque>

namespace stencilc::schedules {

/// Coordinates of a cell in the arrays of the tile, x first. Cell 0 along an axis is the first cell
/// of the halo.
using InTile = std::vector<kernel::Term>;

/// Box of cells in the arrays of the tile: from `low` up to but not including `high`, by axis.
struct TileBox {
  std::vector<kernel::Term> low, high;

  kernel::Term count(int axis) const { return high[axis] - low[axis]; }
};

/// State of the builder of a persistent kernel. Its parts (updates, faces, exchange) share it.
class PersistentState {
public:
  PersistentState(kernel::Module &module, const analysis::Facts &facts,
                  const plan::KernelPlan &plan, bool recordsReceivers);

  const analysis::Facts &facts;
  const PersistentShape &shape;
  const bool recordsReceivers; // the kernel stores the values of cells that receivers read
  std::vector<analysis::KernelFacts> kernels;
  kernel::Readers readers;
  kernel::Builder k;
  std::deque<kernel::KernelBody> bodies; // one for each kernel of a time step
  std::optional<kernel::Term> grid, tiles, meeting, lane, warp, thread;
  std::optional<kernel::Term> count;  // time steps of the launch
  std::optional<kernel::Term> rounds; // rounds (steps between exchanges): exchanges + 1
  /// Grid coordinate, along each axis, of cell 0 of the arrays (the first cell of the halo). It is
  /// negative if the halo begins before the grid.
  std::vector<kernel::Term> first;
  TileBox own; // cells that this block writes to memory
  /// Cells of the tile and its halo, except ghost cells. Along a divided periodic axis these are
  /// all.
  TileBox inGrid;
  kernel::Type sharedType;

  /// Adds the parameters of the kernel.
  void declareParams();
  /// Emits the struct in shared memory, and the variables with the position and size of the block's
  /// tile.
  void declareTile();

  /// Returns the buffer of `field` in global memory that has time level `level`. Levels up to 0 are
  /// those that the launch reads, and 0 is the newest. Levels from 1 on are those that it writes,
  /// and 1 is the oldest.
  const kernel::Term &buffer(ir::FieldId field, int level) const {
    return buffers.at({field, level});
  }
  /// Emits a reference to the array in shared memory that has time level `level` of `field`, and
  /// returns it. `level` is 0 for t and 1 for t+1 of the current time step. `step` is the number of
  /// time steps that the launch has completed.
  kernel::Term array(ir::FieldId field, int level, const kernel::Term &step);
  /// Emits a reference to the array in shared memory with index `number` among those of `field`,
  /// and returns it. The variable is called `name` if this name is free.
  kernel::Term slot(ir::FieldId field, const kernel::Term &number, kernel::NameHint name);
  /// Returns the extents of an array in shared memory, the last axis first.
  std::vector<kernel::Term> arrayExtents() const;
  /// Returns an expression for the cell of `array` at the coordinates `at` plus `offset`. `array`
  /// is a reference to an array in shared memory.
  kernel::Term cell(const kernel::Term &array, const InTile &at, const Offset &offset = {}) const;
  /// Returns the coordinates in the grid of cell `at` of the tile. Along a divided periodic axis
  /// they may lie beyond the grid.
  std::vector<kernel::Term> inGridOf(const InTile &at) const;
  /// Returns the grid coordinate of coordinate `at` along `axis` of the arrays, wrapped if the axis
  /// is periodic and divided.
  kernel::Term placeOf(int axis, const kernel::Term &at);

  /// Emits a loop over the rows of `box`, divided among the warps of the block. A row is all cells
  /// of `box` with equal y and z. `each` emits the code for one row and gets its coordinates, with
  /// x = 0. With one axis there is no loop.
  void forRows(const TileBox &box, const std::function<void(const InTile &row)> &each);
  /// Emits a loop over `count` cells of a row, divided among the lanes of a warp. `each` gets the
  /// index of the cell in the row, from 0. In a grid of one axis, the cells are divided among all
  /// threads of the block.
  void forLanes(const kernel::Term &count, const std::function<void(const kernel::Term &)> &each);
  /// Emits a loop over all cells of `box`, divided among the threads of the block.
  void forCells(const TileBox &box, const std::function<void(const InTile &cell)> &each);
  /// Emits a barrier of the block.
  void meet() { k.run(k.call(kernel::Primitive::Barrier, {})); }

private:
  /// Sets `first`, `own` and `inGrid` for an axis that is not divided.
  void placeWhole(int axis);
  /// Emits the variables with the position and size of the tile along a divided axis, and sets
  /// `first`, `own` and `inGrid`.
  void placeDivided(int axis);
  void addReaders();
  kernel::UniformNeeds uniformNeeds() const;

  std::map<std::pair<ir::FieldId, int>, kernel::Term> buffers;
  std::map<ir::FieldId, kernel::VarId> members;
  std::optional<kernel::Term> shared;
};

/// Returns an expression for the smaller one of the integers `a` and `b`.
inline kernel::Term least(kernel::Builder &k, const kernel::Term &a, const kernel::Term &b) {
  return k.call(kernel::Primitive::Min, {a, b});
}
/// Returns an expression for the larger one of the integers `a` and `b`.
inline kernel::Term most(kernel::Builder &k, const kernel::Term &a, const kernel::Term &b) {
  return k.call(kernel::Primitive::Max, {a, b});
}

} // namespace stencilc::schedules
