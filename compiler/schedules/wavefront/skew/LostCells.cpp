/// \file Counts the cells at the sides of a tile that fused time steps make invalid.
#include "schedules/wavefront/skew/LostCells.h"
#include <algorithm>
#include <map>
#include <set>

namespace stencilc::schedules {

namespace {

/// Returns how far the reads at `offsets` extend at each side of a cell, for the update of all
/// cells within `outer` of this cell.
Reach beyond(const Reach &outer, const std::set<Offset, MemoryOrder> &offsets) {
  Reach reach;
  for (const Offset &offset : offsets)
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      reach.low[axis] = std::max(reach.low[axis], outer.low[axis] - offset[axis]);
      reach.high[axis] = std::max(reach.high[axis], outer.high[axis] + offset[axis]);
    }
  return reach;
}

} // namespace

std::vector<Reach> lostCells(const analysis::Facts &facts, int most) {
  const auto &stages = facts.footprint.stages;
  std::vector<Reach> lost;
  std::map<analysis::FieldLevel, Reach> need; // level 1 is the result of the visited time step
  Reach all;
  while (static_cast<int>(lost.size()) < most) {
    for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
      const Reach outer = need[{facts.program.stages[stage->first].target, 1}];
      for (const auto &[fieldLevel, reads] : stage->second.fieldLevels) {
        const Reach reach = beyond(outer, reads.offsets);
        need[fieldLevel].include(reach);
        all.include(reach);
      }
    }
    lost.push_back(all);
    std::map<analysis::FieldLevel, Reach> earlier;
    for (const auto &[fieldLevel, reach] : need)
      if (fieldLevel.level <= 0)
        earlier[{fieldLevel.field, fieldLevel.level + 1}] = reach;
    need = std::move(earlier);
  }
  return lost;
}

} // namespace stencilc::schedules
