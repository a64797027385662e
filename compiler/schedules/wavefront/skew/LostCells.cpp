/// \file Counts the cells at the sides of a tile that fused time steps make invalid.
#include "schedules/wavefront/skew/LostCells.h"
#include "analysis/Facts.h"
#include "ir/Walk.h"
#include <algorithm>
#include <map>

namespace stencilc::schedules {

namespace {

/// Smallest and largest offsets, along each axis, of the reads of one field level by one stage (an
/// update statement).
struct Span {
  Offset least{}, most{};
};
using Spans = std::map<analysis::FieldLevel, Span>;

Spans spansOf(const ir::Program &program, const ir::Stage &stage) {
  Spans spans;
  for (ir::ExprId id : ir::reachableFrom(program, {stage.value}))
    if (const auto *read = std::get_if<ir::Read>(&program[id].node)) {
      const auto [entry, isNew] = spans.try_emplace({read->field, read->level});
      Span &span = entry->second;
      for (int axis = 0; axis < kMaxAxes; ++axis) {
        const int offset = read->offset[axis];
        span.least[axis] = isNew ? offset : std::min(span.least[axis], offset);
        span.most[axis] = isNew ? offset : std::max(span.most[axis], offset);
      }
    }
  return spans;
}

/// Returns how far the reads of `span` extend at each side of a cell, for the update of all cells
/// within `outer` of this cell.
Reach beyond(const Reach &outer, const Span &span) {
  Reach reach;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    reach.low[axis] = std::max(0, outer.low[axis] - span.least[axis]);
    reach.high[axis] = std::max(0, outer.high[axis] + span.most[axis]);
  }
  return reach;
}

} // namespace

std::vector<Reach> lostCells(const ir::Program &program, int most) {
  std::vector<Spans> spans;
  for (const ir::Stage &stage : program.stages)
    spans.push_back(spansOf(program, stage));
  std::vector<Reach> lost;
  std::map<analysis::FieldLevel, Reach> need; // level 1 is the result of the visited time step
  Reach all;
  while (static_cast<int>(lost.size()) < most) {
    for (std::size_t stage = spans.size(); stage-- > 0;) {
      const Reach outer = need[{program.stages[ir::StageId(stage)].target, 1}];
      for (const auto &[fieldLevel, span] : spans[stage]) {
        const Reach reach = beyond(outer, span);
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
