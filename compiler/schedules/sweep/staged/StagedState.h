/// \file State that is shared by the classes which emit a sweep through shared memory.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/sweep/Fetch.h"
#include "schedules/sweep/staged/Staging.h"

namespace stencilc::schedules {

/// Constants in the emitted code of a sweep through shared memory: cells and rows of a thread, and
/// the prefetch distance (number of planes loaded ahead).
struct StagedSizes {
  kernel::Term cells, rows, ahead;
};

/// State while the code of a staged sweep kernel is emitted: options, coordinates, planes.
struct StagedState {
  kernel::Builder &k;
  kernel::KernelBody &body;
  const analysis::Facts &facts;
  const plan::KernelPlan &plan;
  const StagedShape &staged;
  const kernel::Readers &readers;
  const PlaneLoads &loads;
  const StagedSizes &sizes;
  const int vectorBound; // bytes of an access; 0: no limit

  /// Coordinates of the first cell of the block's tile (`xTile`, `yTile`) and of the first cell of
  /// the thread (`x`, `y`). Those of y are set with three axes only.
  std::optional<kernel::Term> xTile = {}, x = {}, yTile = {}, y = {};
  std::optional<kernel::Term> tileX = {}, tileY = {}; // cells of the tile
  std::optional<kernel::Term> threads = {},
                              lead = {}; // threads of the block; steps before the first update
  std::optional<kernel::Term> begin = {}, end = {}; // planes of the block
  std::optional<kernel::Term> plane = {};           // plane being updated
  std::optional<kernel::Term> count = {};           // steps before this one

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
  /// Returns the arguments that functions which load the field of `level` take, such as its view
  /// (pointer with strides) and the grid.
  std::vector<kernel::Term> fieldArguments(const StagedLevel &level) const;
  /// Returns the coordinates of a cell, for the two or three axes of the program.
  std::vector<kernel::Term> cell(const kernel::Term &x, const std::optional<kernel::Term> &y,
                                 const kernel::Term &plane) const {
    return y ? std::vector{x, *y, plane} : std::vector{x, plane};
  }
  /// Returns the coordinates of the thread's first cell in its row `j`, clamped to the grid.
  std::vector<kernel::Term> cellInGrid(const kernel::Term &j, const kernel::Term &plane) const;
  /// Emits a loop over the rows of the thread. `body` emits its body for the index of a row.
  void forEachRow(const std::function<void(kernel::Term)> &body) const;
  /// Returns the template arguments for an access to the thread's adjacent cells in memory.
  std::vector<kernel::Term> widths() const;
};

} // namespace stencilc::schedules
