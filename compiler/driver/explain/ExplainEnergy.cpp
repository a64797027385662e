/// \file The part of `explain` on energy and the power limit of a GPU.
#include "driver/cli/Paragraph.h"
#include "driver/explain/Explanation.h"
#include "plan/cost/Power.h"
#include "runtime/core/support/Text.h"

namespace stencilc::driver {

void explainEnergy(const Explanation &explanation, llvm::raw_ostream &out) {
  const std::optional<plan::Power> power = plan::powerOf(explanation.plan);
  if (!power)
    return;
  printLabelled(out, "energy",
                format("%.3g nJ an update, %.0f W", power->nanojoules, power->watts) +
                    (explanation.plan.devices() > 1 ? " each device" : ""));
  if (!power->isLimited())
    return;
  const std::string rates = rateText(1 / power->sustained) + " GLUP/s (" +
                            rateText(1 / power->burst) +
                            format(" in a burst), bound by %.0f W: ", power->limit);
  printLabelled(out, "sustained",
                rates + (explanation.plan.burst > 0
                             ? "predicted for this run, which takes a second or more"
                             : "in runs of a second or more"));
}

} // namespace stencilc::driver
