/// \file Divisions of a grid into tiles, one for each block, sorted by predicted time.
#pragma once

#include "schedules/persistent/Shape.h"

namespace stencilc::schedules {

/// Request for a division of the planned grid. The search chooses each member that has no value, by
/// predicted time.
struct DivisionRequest {
  int steps = 64; // time steps of a launch
  std::optional<int> exchange;
  std::optional<std::vector<int>> parts;
  std::optional<int> warps, rows;
};

/// Appends to `shapes` the divisions of the planned grid that `request` allows, fastest first.
/// Leaves out divisions whose tiles do not fit into the shared memory of a block on `target`.
/// Returns the reason if no division remains, and appends nothing then.
plan::Fit divisionsOf(const analysis::Facts &facts, const plan::Target &target,
                      const DivisionRequest &request, std::vector<PersistentShape> &shapes);

} // namespace stencilc::schedules
