/// \file Determines on which targets `stencilc verify` runs which schedules, and which schedules
/// cannot run the program.
#include "driver/verify/Ways.h"
#include "plan/interface/Schedule.h"
#include "plan/search/Planner.h"
#include "plan/verify/PlanVerifier.h"

namespace stencilc::driver {

namespace {

plan::Target plannedTarget(plan::TargetKind kind) {
  return *machine::findTarget(kind, kind == plan::TargetKind::Cuda ? "sm_90" : "x86-64-v3");
}

/// Collects the ways (schedule and target) to execute a program. Asks each schedule if it accepts
/// the program.
class Asking {
public:
  Asking(const Options &options, const analysis::Facts &facts, bool canRunOnGpu)
      : options(options), facts(facts),
        usesGpu(canRunOnGpu && options.run.threadOrder.empty() && options.plan.target != "cpu") {
    if (!options.run.threadOrder.empty())
      orders = {options.run.threadOrder};
  }

  void ask(const plan::Schedule &schedule, const std::string &request) {
    if (isAsked(schedule, plan::TargetKind::Cpu) && fits(schedule, plan::TargetKind::Cpu, request))
      ways.found.push_back({BuildKind::Cpu, request, {""}});
    if (!isAsked(schedule, plan::TargetKind::Cuda) ||
        !fits(schedule, plan::TargetKind::Cuda, request))
      return;
    ways.found.push_back({BuildKind::CudaOnCpu, request, orders});
    if (usesGpu)
      ways.found.push_back({BuildKind::Cuda, request, {""}});
  }

  Ways ways;

private:
  bool isAsked(const plan::Schedule &schedule, plan::TargetKind kind) const {
    const bool leftOut = kind == plan::TargetKind::Cuda
                             ? options.plan.target == "cpu"
                             : options.plan.target == "cuda" || !options.run.threadOrder.empty();
    return schedule.makes(kind) && !leftOut;
  }

  /// Returns true if `schedule`, with the options in `text`, accepts the program on this target. If
  /// not, adds the schedule to the refused ones, with its reason.
  bool fits(const plan::Schedule &schedule, plan::TargetKind kind, const std::string &text) {
    plan::ScheduleRequest request;
    if (!options.plan.schedule.empty()) {
      const bool isForBoth =
          schedule.makes(plan::TargetKind::Cuda) && schedule.makes(plan::TargetKind::Cpu);
      auto parsed = plan::parseScheduleRequest(text);
      if (!parsed)
        llvm::consumeError(parsed.takeError());
      if (!parsed || !isForBoth)
        return true; // planning will report what is wrong
      request = *parsed;
    }
    const plan::Target target = plannedTarget(kind);
    const plan::Fit fit = options.plan.schedule.empty() ? fitOfChoices(schedule, target, request)
                                                        : schedule.fit(facts, target, request);
    if (!fit.legal)
      ways.refused.push_back({{schedule.name().str(), kind}, fit.reason});
    return fit.legal;
  }

  /// Checks that at least one choice of the schedule's options gives a valid plan. Even a legal
  /// program may have none: a wavefront of nine fields needs more registers than a block has.
  plan::Fit fitOfChoices(const plan::Schedule &schedule, const plan::Target &target,
                         const plan::ScheduleRequest &request) const {
    const plan::Proposal proposal = schedule.propose(facts, target, request);
    if (!proposal.fit.legal)
      return proposal.fit;
    std::string why = "no choice of its options fits this program";
    for (const plan::Plan &plan : proposal.plans) {
      const std::vector<std::string> findings = plan::verifyPlan(facts, plan);
      if (findings.empty())
        return plan::Fit::yes();
      why = findings.front();
    }
    return plan::Fit::no(why);
  }

  const Options &options;
  const analysis::Facts &facts;
  bool usesGpu;
  // These orders find every fault that serial orders of threads find (docs/design/testing.md).
  std::vector<std::string> orders = {"ahead", "behind", "shuffled"};
};

} // namespace

Ways waysToVerify(const Options &options, const analysis::Facts &facts, bool canRunOnGpu) {
  Asking asking(options, facts, canRunOnGpu);
  if (!options.plan.schedule.empty()) {
    const llvm::StringRef name = llvm::StringRef(options.plan.schedule).split(':').first;
    if (const plan::Schedule *schedule = plan::findSchedule(name))
      asking.ask(*schedule, options.plan.schedule);
    return std::move(asking.ways);
  }
  for (const plan::Schedule *schedule : plan::allSchedules())
    asking.ask(*schedule, schedule->name().str());
  return std::move(asking.ways);
}

} // namespace stencilc::driver
