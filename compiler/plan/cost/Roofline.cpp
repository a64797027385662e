/// \file Upper bound on the updates per second of a program on a target, for any schedule.
#include "plan/cost/Roofline.h"
#include "plan/cost/CostModel.h"
#include <algorithm>

namespace stencilc::plan {

Roofline computeRoofline(const analysis::Facts &facts, const Target &target) {
  Roofline roofline;
  roofline.bytesRate = target.copyBandwidth;
  roofline.memory = roofline.bytesRate / std::max(1, facts.cost.bytes());
  for (std::size_t kernel = 0; kernel < facts.cost.kernels.size(); ++kernel)
    roofline.operations += arithmeticInstructions(facts, kernel);
  if (target.kind == TargetKind::Cuda) {
    const bool doubles = facts.program.compute == ir::ScalarType::F64;
    roofline.operationRate = target.multiprocessors * target.clock *
                             (doubles ? target.doublesPerCycle : target.singlesPerCycle);
    roofline.arithmetic = roofline.operationRate / std::max(1.0, roofline.operations);
  }
  return roofline;
}

} // namespace stencilc::plan
