/// \file Number of buffers (copies in memory) that each field needs under a plan.
#include "plan/cost/Buffers.h"
#include <algorithm>

namespace stencilc::plan {

/// Returns true if the update of some other field reads `field` at its oldest time level (such as t
/// - 1 of a field with two time levels).
static bool othersReadOldest(const analysis::Facts &facts, ir::FieldId field) {
  const analysis::FieldLevel oldest{field, 1 - facts.program.fields[field].levels};
  for (const auto &[stage, footprint] : facts.footprint.stages)
    if (facts.program.stages[stage].target != field && footprint.fieldLevels.count(oldest))
      return true;
  return false;
}

int buffersOf(const analysis::Facts &facts, const Plan &plan, ir::FieldId field) {
  if (plan.next)
    return buffersOf(facts, *plan.next, field);
  const auto found = facts.dependence.buffers.find(field);
  if (found == facts.dependence.buffers.end() ||
      found->second <= 1) // 0: a local field in another field's buffer
    return found == facts.dependence.buffers.end() ? 1 : found->second;
  const int least = found->second, levels = facts.program.fields[field].levels;
  if (plan.isInPlace)
    return levels;
  if (plan.fused && plan.fused->isSequential)
    return least;
  // Blocks with tiles of fused steps, or several kernels, read cells that other blocks overwrite.
  if (plan.fused && !isSingleKernel(facts, plan.fused->steps))
    return levels + std::min(levels, plan.fused->steps);
  // Fused steps update different planes at the same time.
  if (plan.fused && othersReadOldest(facts, field))
    return levels + 1;
  return plan.isReadOnly() ? levels + 1 : least;
}

} // namespace stencilc::plan
