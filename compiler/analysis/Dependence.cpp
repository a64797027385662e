/// \file Which stages may run as one pass over the grid, and how many buffers each field needs.
#include "analysis/Dependence.h"
#include "ir/Walk.h"
#include <algorithm>

namespace stencilc::analysis {

/// Whether `stage` may run cell by cell together with the stages of `pass`, which come before it.
///
/// What they write is t+1, which has a buffer of its own, so no stage can disturb what another one
/// reads at t or earlier. All that matters is what `stage` needs of their t+1: the cell itself has
/// just been stored (updated or kept) and is at hand; a neighbour may not have been written yet.
static bool mayJoin(const ir::Program &program, const Pass &pass, const ir::Stage &stage) {
  const auto writes = [&](ir::FieldId field) {
    return std::any_of(pass.stages.begin(), pass.stages.end(),
                       [&](ir::StageId other) { return program.stages[other].target == field; });
  };
  if (writes(stage.target))
    return false;
  for (ir::ExprId id : ir::reachableFrom(program, {stage.value})) {
    const auto *read = std::get_if<ir::Read>(&program[id].node);
    if (read && read->level == 1 && !read->offset.isCentre() && writes(read->field))
      return false;
  }
  return true;
}

Dependence computeDependence(const ir::Program &program) {
  Dependence dependence;
  for (ir::FieldId id : program.fields.ids())
    dependence.buffers[id] = 1;
  for (ir::StageId id : program.stages.ids()) {
    const ir::Stage &stage = program.stages[id];
    if (dependence.passes.empty() || !mayJoin(program, dependence.passes.back(), stage))
      dependence.passes.emplace_back();
    dependence.passes.back().stages.push_back(id);
    dependence.buffers[stage.target] = program.fields[stage.target].levels + 1;
  }
  return dependence;
}

} // namespace stencilc::analysis
