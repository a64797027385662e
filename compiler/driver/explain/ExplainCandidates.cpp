/// \file The part of `explain` on candidate plans: their predicted rates, and why they were not
/// chosen.
#include "driver/explain/ExplainCandidates.h"
#include "driver/cli/Paragraph.h"
#include "plan/cost/Power.h"
#include "plan/verify/PlanVerifier.h"
#include "runtime/core/support/Text.h"
#include "support/Counted.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace stencilc::driver {

namespace {

/// Ratio of costs from which `explain` says that a plan is "N times slower". Below it says "N%
/// slower".
constexpr double kTimes = 1.1;
/// Ratio of costs below which `explain` calls two plans equally fast.
constexpr double kAlike = 1.0005;
/// Thresholds above which `explain` gives a reason why a plan is slow. The first is for redundancy
/// (cells computed per cell stored), the second for L2 traffic divided by memory traffic.
constexpr double kMuchWork = 1.1, kMuchCache = 0.5;

/// Returns true if the cost model expects the power limit of the GPU to slow down runs of `plan`
/// that last a second or more.
bool isBoundByPower(const plan::Plan &plan) { return plan.burst > 0; }

std::string number(double value) { return value > 0 ? format("%.3g", value) : "-"; }

/// Returns the schedule of `plan` with its options as text. If `like` is another plan with the same
/// schedule, only options that differ from its options are listed.
std::string requestText(const plan::Plan &plan, const plan::Plan &like) {
  if (plan.schedule != like.schedule || &plan == &like)
    return plan.requestText();
  std::vector<std::string> others;
  for (const auto &[key, value] : plan.options) {
    const auto same = like.options.find(key);
    if (same == like.options.end() || same->second != value)
      others.push_back(key + "=" + value);
  }
  return plan.schedule + " with " + llvm::join(others, ", ");
}

void printNumbers(const CandidateList &list, const plan::Target &target, llvm::raw_ostream &out) {
  const bool gpu = target.kind == plan::TargetKind::Cuda;
  Table table(gpu ? std::vector<std::string>{"", "GLUP/s", "bound", "memory", "L2", "shared", "fma",
                                             "issued", "regs", "smem", "on SM", "sync", "work",
                                             "nJ"}
                  : std::vector<std::string>{"", "GLUP/s", "bound", "memory", "fma"},
              gpu ? std::vector<bool>{true, true, false, true, true, true, true, true, true, true,
                                      true, true, true, true}
                  : std::vector<bool>{true, true, false, true, true});
  int mostWarps = 0;
  for (std::size_t i = 0; i < list.shown.size(); ++i) {
    const Candidate &candidate = list.shown[i];
    const plan::Estimate &estimate = candidate.estimate;
    std::vector<std::string> row = {std::to_string(i + 1), rateText(candidate.plan.glups()),
                                    boundName(candidate), number(estimate.memoryBytes)};
    if (gpu) {
      const plan::KernelPlan &kernel = plan::slowestKernel(candidate.plan);
      const plan::Occupancy occupancy = plan::occupancyOf(kernel, target);
      mostWarps = occupancy.mostWarps;
      row.push_back(number(estimate.cacheBytes));
      row.push_back(number(estimate.sharedBytes));
      row.push_back(number(estimate.arithmetic));
      row.push_back(number(estimate.instructions));
      row.push_back(std::to_string(kernel.registers));
      row.push_back(kernel.sharedBytes ? formatBytes(kernel.sharedBytes) : "-");
      row.push_back(
          format("%dx%d", occupancy.blocks, occupancy.warps / std::max(1, occupancy.blocks)));
      row.push_back(number(estimate.barriers));
      row.push_back(format("%.2f", estimate.work));
      const std::optional<plan::Power> power = plan::powerOf(candidate.plan);
      row.push_back(number(power ? power->nanojoules : 0));
    } else {
      row.push_back(number(estimate.arithmetic));
    }
    table.add(std::move(row));
  }
  table.print(out);
  printLabelled(
      out, "",
      gpu ? format("memory, L2, shared: bytes an update moves there, shuffles as shared. fma: "
                   "instructions of the FMA "
                   "pipe an update needs; issued: all it takes. regs: of a thread. smem: shared "
                   "memory of a block. on SM: blocks x their warps, of %d warps. sync: barriers a "
                   "plane, or a tile. work: cells computed per cell stored, and waves that are not "
                   "full. nJ: energy of an update, static power included.",
                   mostWarps)
          : std::string("memory: bytes an update moves. fma: instructions it needs."));
}

/// Returns a text about a plan whose rate the power limit of the GPU bounds: "bound by 700 W, 1.22
/// nJ an update; a burst has 688.0 GLUP/s". A burst is a run that ends before the limit acts.
std::string powerText(const plan::Plan &plan) {
  const std::optional<plan::Power> power = plan::powerOf(plan);
  return format("bound by %.0f W, %.3g nJ an update; a burst has ", power->limit,
                power->nanojoules) +
         rateText(1 / power->burst) + " GLUP/s";
}

} // namespace

const char *boundName(const Candidate &candidate) {
  return isBoundByPower(candidate.plan) ? "power" : plan::toString(candidate.estimate.bound());
}

std::string boundText(const plan::Estimate &estimate) {
  std::string text;
  switch (estimate.bound()) {
  case plan::Bound::Memory:
    text = format("bound by memory, %.3g bytes an update", estimate.memoryBytes);
    if (estimate.cacheBytes > kMuchCache * estimate.memoryBytes)
      text += format(" and %.3g through L2", estimate.cacheBytes);
    return text;
  case plan::Bound::Latency:
    return "bound by latency: results wait for each other";
  case plan::Bound::Arithmetic:
    text = format("bound by the FMA pipe, %.3g instructions an update", estimate.arithmetic);
    break;
  case plan::Bound::Issue:
    text = format("bound by issue, %.3g instructions an update, %.3g of them arithmetic",
                  estimate.instructions, estimate.arithmetic);
    break;
  case plan::Bound::Shared:
    text = format("bound by shared memory, %.3g bytes an update", estimate.sharedBytes);
    break;
  }
  if (estimate.work > kMuchWork)
    text += format(", %.2f times the work of the cells stored", estimate.work);
  return text;
}

CandidateList listCandidates(const analysis::Facts &facts, const plan::Planning &all,
                             const plan::Plan &chosen, std::size_t count) {
  CandidateList list;
  std::set<std::string> seen, schedules;
  std::set<std::pair<std::string, std::string>> limits;
  bool hasChosen = false;
  const auto add = [&](const plan::Plan &plan, bool isChosen) {
    list.shown.push_back({plan, plan::estimateOf(plan), isChosen});
    hasChosen |= isChosen;
  };
  for (const plan::Plan &plan : all.candidates) {
    if (!seen.insert(plan.requestText()).second)
      continue;
    const std::vector<std::string> findings = plan::verifyPlan(facts, plan);
    if (!findings.empty()) {
      if (limits.emplace(plan.schedule, findings.front()).second)
        list.beyond.push_back({plan.requestText(), findings.front()});
      continue;
    }
    const bool isChosen = plan.requestText() == chosen.requestText();
    const bool isFirst = schedules.insert(plan.schedule).second;
    if (isChosen || isFirst || list.shown.size() < count)
      add(plan, isChosen);
    else
      ++list.more;
  }
  if (!hasChosen)
    add(chosen, true);
  std::stable_sort(
      list.shown.begin(), list.shown.end(),
      [](const Candidate &a, const Candidate &b) { return a.plan.cost < b.plan.cost; });
  list.bestCost = list.shown.front().plan.cost;
  return list;
}

std::string reasonText(const Candidate &candidate, const CandidateList &list) {
  const double times = candidate.plan.cost / list.bestCost;
  std::string text;
  if (times > kTimes)
    text = format("%.3g times slower: ", times);
  else if (times > kAlike)
    text = format("%.1f%% slower: ", 100 * (times - 1));
  else if (&candidate != &list.shown.front())
    text = "equally fast by the model, which chooses the first: ";
  if (candidate.estimate.isRankedLast)
    text += "not assumed to be faster than the plain schedule until it is measured; ";
  text +=
      isBoundByPower(candidate.plan) ? powerText(candidate.plan) : boundText(candidate.estimate);
  if (candidate.estimate.spilled > 0)
    text += "; about " + counted(candidate.estimate.spilled, "register") + " per thread too many";
  return text;
}

void explainCandidates(const CandidateList &list, const plan::Target &target,
                       const std::string &choice, llvm::raw_ostream &out) {
  out << "\nCandidates, by predicted GLUP/s\n";
  printNumbers(list, target, out);
  out << "\n";
  const plan::Plan &first = list.shown.front().plan;
  Table table({"", "schedule, and why it was not chosen"}, {true, false});
  for (std::size_t i = 0; i < list.shown.size(); ++i) {
    const Candidate &candidate = list.shown[i];
    std::string text = requestText(candidate.plan, first);
    if (candidate.isChosen)
      text += choice.empty() ? "  <- the plan" : "  <- the plan, " + choice;
    table.add({std::to_string(i + 1), text});
    table.add({"", reasonText(candidate, list)});
  }
  table.print(out);
  if (list.more)
    printLabelled(out, "", format("and %zu more; --candidates=N shows the best N", list.more));
  for (const plan::Rejection &rejection : list.beyond)
    printLabelled(out, "too large", rejection.schedule + ": " + rejection.reason);
}

std::vector<plan::Rejection> rejectedSchedules(const analysis::Facts &facts,
                                               const plan::Planning &all,
                                               const plan::Target &target) {
  std::set<std::string> runnable;
  std::map<std::string, std::string> reasons;
  for (const plan::Rejection &rejection : all.rejected)
    reasons.emplace(rejection.schedule, rejection.reason);
  for (const plan::Plan &plan : all.candidates) {
    const std::vector<std::string> findings = plan::verifyPlan(facts, plan);
    if (findings.empty())
      runnable.insert(plan.schedule);
    else
      reasons.emplace(plan.schedule, findings.front());
  }
  std::vector<plan::Rejection> rejected;
  for (const plan::Schedule *schedule : plan::allSchedules()) {
    const std::string name = schedule->name().str();
    if (runnable.count(name))
      continue;
    const std::string made = plan::spelt(schedule->target());
    rejected.push_back({name, schedule->makes(target.kind)
                                  ? reasons[name]
                                  : "it makes " + made + " code; use --target=" + made});
  }
  return rejected;
}

} // namespace stencilc::driver
