/// \file Divisions of a grid into tiles, one for each block, sorted by predicted time.
#pragma once

#include "schedules/persistent/Shape.h"

namespace stencilc::schedules {

/// Request for a division of the planned grid. The search chooses `exchange`, `parts` and `rows` by
/// predicted time if they have no value. Without a value, `warps` is 16.
struct DivisionRequest {
  int steps = 1024; // most time steps of a launch
  std::optional<int> exchange;
  std::optional<std::vector<int>> parts;
  std::optional<int> warps, rows;
};

/// Appends to `shapes` the divisions of the planned grid that `request` allows, fastest first.
/// Leaves out divisions whose tiles do not fit into the shared memory of a block on `target`, or
/// are narrower than twice the halo. Appends nothing, and returns a reason, if none remains or if
/// `request.parts` is not possible.
plan::Fit divisionsOf(const analysis::Facts &facts, const plan::Target &target,
                      const DivisionRequest &request, std::vector<PersistentShape> &shapes);

} // namespace stencilc::schedules
