/// \file What the parts of a sweep through shared memory know of the kernel being written.
#pragma once

#include "kernel/KernelBody.h"
#include "schedules/sweep/Fetch.h"
#include "schedules/sweep/Staging.h"

namespace stencilc::schedules {

/// Constants of the module: cells and rows of a thread, planes on their way to shared memory.
struct StagedSizes {
  kernel::Term cells, rows, ahead;
};

struct StagedState {
  kernel::Builder &k;
  kernel::KernelBody &body;
  const analysis::Facts &facts;
  const plan::KernelPlan &plan;
  const StagedShape &staged;
  const kernel::Readers &readers;
  const PlaneLoads &loads;
  const StagedSizes &sizes;
  const int vectorBound; // bytes of an access; 0: as many as its cells have

  /// The first cells of the block's tile and of the thread; those of y with three axes.
  std::optional<kernel::Term> xTile = {}, x = {}, yTile = {}, y = {};
  std::optional<kernel::Term> tileX = {}, tileY = {}; // cells of the tile
  std::optional<kernel::Term> threads = {},
                              lead = {};            // of the block; steps before the first update
  std::optional<kernel::Term> begin = {}, end = {}; // planes of the block
  std::optional<kernel::Term> plane = {};           // being updated
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
  static kernel::Wish named(const StagedLevel &level, std::string tail) {
    return {"", kernel::NameOfView{level.fieldLevel.field, level.fieldLevel.level},
            std::move(tail)};
  }
  /// What functions of its field get.
  std::vector<kernel::Term> fieldArguments(const StagedLevel &level) const;
  /// A cell of a plane, as the axes of the program want it.
  std::vector<kernel::Term> cell(const kernel::Term &x, const std::optional<kernel::Term> &y,
                                 const kernel::Term &plane) const {
    return y ? std::vector{x, *y, plane} : std::vector{x, plane};
  }
  /// The first of the thread's cells of row `j`, or one that is there where the grid ends.
  std::vector<kernel::Term> cellInGrid(const kernel::Term &j, const kernel::Term &plane) const;
  /// Calls `body` with the number of each of the thread's rows.
  void forEachRow(const std::function<void(kernel::Term)> &body) const;
  /// Sizes of an access to the thread's cells in memory.
  std::vector<kernel::Term> widths() const;
};

} // namespace stencilc::schedules
