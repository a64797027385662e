/// \file Doubt: the relative error by which the predicted cost of a plan may be too low.
#include "plan/search/Doubt.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

namespace {

/// Typical relative errors of predicted costs: 0.1 is 10%.
struct Doubts {
  double single = 0.1;  // kernels that fuse no time steps
  double fused = 0.05;  // kernels that fuse time steps, on grids of kFittedTo cells or more
  double small = 0.15;  // added on smaller grids, in proportion to 1 - cells / kFittedTo
  double oneStep = 0.3; // added for kernels that can fuse time steps but compute only one
  double fields = 0.25; // added for updates that read several fields
  double spilled = 0.1; // added for kernels that spill registers
};
constexpr Doubts kDoubts;

/// Number of cells of a grid from which predictions of fused kernels are most reliable.
constexpr double kFittedTo = 1 << 27;

} // namespace

double doubtOf(const analysis::Facts &facts, const Plan &plan) {
  if (!plan.fused || plan.target.kind == TargetKind::Cpu)
    return kDoubts.single;
  const double cells = cellsOf(plannedExtents(facts.program));
  double doubt = kDoubts.fused + kDoubts.small * std::max(0.0, 1 - cells / kFittedTo);
  if (plan.fused->steps == 1)
    doubt += kDoubts.oneStep;
  if (facts.footprint.fields.size() > 1)
    doubt += kDoubts.fields;
  if (plan.fusedKernel.estimate.spilled > 0)
    doubt += kDoubts.spilled;
  return doubt;
}

double expectedCost(const analysis::Facts &facts, const Plan &plan) {
  return plan.cost * (1 + doubtOf(facts, plan));
}

} // namespace stencilc::plan
