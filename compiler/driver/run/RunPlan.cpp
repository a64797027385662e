/// \file Chooses the plan of a run: its schedule, with all options of the schedule.
#include "driver/run/RunPlan.h"
#include "driver/machines/Machine.h"
#include "driver/run/BeyondMemory.h"
#include "driver/run/LearntTrial.h"
#include "driver/tune/Tuned.h"
#include "plan/interface/Schedule.h"

namespace stencilc::driver {

bool chooseRunPlan(const Options &options, Pipeline &line, const RunPlace &place) {
  constexpr std::int64_t kUsualSteps = 100; // of a program that does not say how many
  if (place.kind == BuildKind::Cuda) {
    const std::int64_t steps =
        options.run.steps.value_or(line.program().stepsHint.value_or(kUsualSteps));
    line.setDefaultArch(nativeCudaArch());
    line.expectRun(steps * (options.run.repeat + 1));
  }
  const std::string outOfCore = plan::outOfCoreSchedule().name().str();
  if (options.plan.isScheduleFree && (!options.run.scratch.empty() || options.run.resume))
    return line.choosePlan(place.target(), outOfCore);
  if (!chooseTunedPlan(options, line, place.target()))
    return false;
  const std::optional<std::string> other = scheduleForMemory(options, line, place);
  if (!other)
    return false;
  if (!other->empty())
    return line.choosePlan(place.target(), *other);
  if (place.kind != BuildKind::CudaOnCpu)
    addLearntPlans(options, line, place.target());
  return true;
}

} // namespace stencilc::driver
