/// \file All data that `explain` prints, collected before anything is printed.
#include "driver/explain/Explanation.h"
#include "driver/explain/ExplainFacts.h"
#include "driver/run/Divided.h"
#include "driver/tune/Tuned.h"
#include "plan/cost/LaunchGrid.h"

namespace stencilc::driver {

static constexpr std::size_t kCandidates = 4; // number of candidates without --candidates

std::vector<plan::TuningRecord> Explanation::measured() const {
  std::vector<plan::TuningRecord> all = tuned;
  all.insert(all.end(), runs.begin(), runs.end());
  return all;
}

/// Returns the candidate plans that `explain` lists beside the plan `chosen`. If `chosen` is for
/// one device, returns `all`. Otherwise returns the plans of the schedule request in `options`,
/// which divide the domain among several devices. Plans for one device cannot be compared with
/// those.
static plan::Planning plansBeside(const Options &options, const analysis::Facts &facts,
                                  const plan::Plan &chosen, const plan::Planning &all) {
  if (chosen.devices() == 1)
    return all;
  return plan::choosePlan(facts, chosen.target,
                          llvm::cantFail(plan::parseScheduleRequest(options.plan.schedule)));
}

Explanation gatherExplanation(const Options &options, Pipeline &line, plan::TargetKind kind) {
  const analysis::Facts &facts = line.allFacts();
  const plan::Plan &plan = line.plan();
  const plan::Planning all = plan::choosePlan(facts, plan.target, std::nullopt);
  const plan::Roofline roofline = plan::computeRoofline(facts, plan.target);
  const std::size_t count =
      options.tune.candidates ? static_cast<std::size_t>(options.tune.candidates) : kCandidates;
  CandidateList candidates =
      listCandidates(facts, plansBeside(options, facts, plan, all), plan, count);
  std::vector<plan::TuningRecord> tuned = tuningRecords(options, line, kind),
                                  runs = runRecords(options, line, kind), records = tuned;
  records.insert(records.end(), runs.begin(), runs.end());
  std::string choice;
  if (!leavesScheduleOpen(options))
    choice = "asked for by --schedule";
  else if (!tuned.empty() && tuned.front().schedule == plan.requestText())
    choice =
        isForEnergy(options) ? "the least energy measured by tune" : "the fastest measured by tune";
  const std::string machine = line.machineText(kind);
  const Extents extents = plan::plannedExtents(facts.program);
  return {facts,
          plan,
          roofline,
          machine,
          line.sharesText(kind),
          rooflinePicture(facts, plan.target, machine, roofline, candidates, records),
          std::move(candidates),
          choice,
          rejectedSchedules(facts, all, plan.target),
          std::move(tuned),
          std::move(runs),
          extents,
          memoryNeed(facts, plan, extents),
          kind == plan::TargetKind::Cuda ? cudaMemory(plan.target, options.plan.machine.empty())
                                         : hostMemory(),
          dividedRows(options, facts, plan),
          learntTrial(options, line, kind)};
}

} // namespace stencilc::driver
