/// \file Divisions of a grid into tiles, one for each block, sorted by predicted time.
#pragma once

#include "schedules/persistent/Shape.h"

namespace stencilc::schedules {

/// Request for a division of the planned grid. Members without a value are chosen.
struct DivisionRequest {
  int steps = 64; // time steps of a launch
  std::optional<int> exchange;
  std::optional<std::vector<int>> parts;
  std::optional<int> warps, rows;
};

/// Appends to `shapes` the divisions of the planned grid that `request` allows and whose tiles fit
/// on `target`, fastest first. Returns the reason if there are none.
plan::Fit divisionsOf(const analysis::Facts &facts, const plan::Target &target,
                      const DivisionRequest &request, std::vector<PersistentShape> &shapes);

} // namespace stencilc::schedules
