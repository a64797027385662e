/// \file State that is shared by the classes which emit a sweep through shared memory.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/sweep/Fetch.h"
#include "schedules/sweep/staged/Staging.h"

namespace stencilc::schedules {

/// Constants that the emitted code of a sweep through shared memory declares: adjacent cells per
/// thread, rows per thread, and the prefetch distance (number of planes loaded ahead of their use).
struct StagedSizes {
  kernel::Term cells, rows, ahead;
};

/// State shared by the classes that emit the code of a sweep kernel with planes in shared memory:
/// the plan, the coordinates of the tile and of the thread, and the range of planes of the block.
struct StagedState {
  kernel::Builder &k;
  kernel::KernelBody &body;
  const analysis::Facts &facts;
  const plan::KernelPlan &plan;
  const StagedShape &staged;
  const kernel::Readers &readers;
  const PlaneLoads &loads;
  const StagedSizes &sizes;
  const int vectorBound; // maximum number of bytes of an access; 0: no limit

  /// Coordinates of the first cell of the block's tile (`xTile`, `yTile`) and of the first cell of
  /// the thread (`x`, `y`). `yTile` and `y` are set with three axes only.
  std::optional<kernel::Term> xTile = {}, x = {}, yTile = {}, y = {};
  std::optional<kernel::Term> tileX = {}, tileY = {}; // number of cells of the tile along x and y
  std::optional<kernel::Term> threads = {},
                              lead = {}; // threads of the block; steps before the first update
  std::optional<kernel::Term> begin = {}, end = {}; // planes of the block, half-open
  std::optional<kernel::Term> plane = {};           // plane being updated
  std::optional<kernel::Term> count = {};           // steps of the sweep before this one

  int along() const { return facts.program.lastAxis(); }
  bool isSpace() const { return along() == 2; }
  const char *unit() const { return isSpace() ? "plane" : "row"; }
  ir::ScalarType storageOf(const StagedLevel &level) const {
    return facts.program.fields[level.fieldLevel.field].storage;
  }
  Reach reachOf(const StagedLevel &level) const {
    return facts.footprint.reachOf(level.fieldLevel.field);
  }
  kernel::Term view(const StagedLevel &level) const { return body.view(level.fieldLevel); }
  static kernel::NameHint named(const StagedLevel &level, std::string tail) {
    return {"", kernel::NameOfView{level.fieldLevel.field, level.fieldLevel.level},
            std::move(tail)};
  }
  /// Returns the arguments of a device function that loads cells of the field of `level`: a view of
  /// the field (pointer with strides), the grid, and the scalars of boundary values.
  std::vector<kernel::Term> fieldArguments(const StagedLevel &level) const;
  /// Returns the coordinates of a cell, x first. `y` is set if the program has three axes, and
  /// `plane` is the coordinate along the last axis.
  std::vector<kernel::Term> cell(const kernel::Term &x, const std::optional<kernel::Term> &y,
                                 const kernel::Term &plane) const {
    return y ? std::vector{x, *y, plane} : std::vector{x, plane};
  }
  /// Returns the coordinates, x first, of the first cell in row number `j` of the thread, in
  /// `plane`. They are clamped to the grid along x and y, so that the address is valid.
  std::vector<kernel::Term> cellInGrid(const kernel::Term &j, const kernel::Term &plane) const;
  /// Emits a loop over the rows of the thread. `body` is called once with the loop index, and emits
  /// the statements of the loop. With two axes there is only row 0, and no loop is emitted.
  void forEachRow(const std::function<void(kernel::Term)> &body) const;
  /// Returns the template arguments for an access to the thread's adjacent cells in memory: the
  /// number of cells and, if the plan limits it, the maximum number of bytes.
  std::vector<kernel::Term> widths() const;
};

} // namespace stencilc::schedules
