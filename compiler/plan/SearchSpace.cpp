/// \file The plans that a measured search tries: those the model ranks best, from every schedule.
#include "plan/SearchSpace.h"
#include "plan/Options.h"
#include "plan/PlanVerifier.h"
#include <algorithm>
#include <set>

namespace stencilc::plan {

namespace {

/// Plans of a schedule that the model cannot tell apart are often alike on the chip, too: each
/// counts as this much costlier than the one before, so that a short search tries more than
/// variants of one.
constexpr double kTwinPenalty = 0.03;

bool isCheaper(const Plan &a, const Plan &b) { return a.cost < b.cost; }

/// Gathers the plans of one schedule, each once.
class Gathering {
public:
  Gathering(const analysis::Facts &facts, const Target &target, const Schedule &schedule)
      : facts(facts), target(target), schedule(schedule) {}

  void ask(const ScheduleRequest &request) {
    if (!schedule.fit(facts, target, request).legal)
      return;
    for (Plan &plan : schedule.candidates(facts, target, request))
      if (seen.insert(plan.requestText()).second && verifyPlan(facts, plan).empty())
        plans.push_back(std::move(plan));
    std::stable_sort(plans.begin(), plans.end(), isCheaper);
  }

  std::vector<Plan> plans; // cheapest first

private:
  const analysis::Facts &facts;
  const Target &target;
  const Schedule &schedule;
  std::set<std::string> seen;
};

/// Values of `option` worth a try beside the one of the best plan.
std::vector<std::string> valuesAround(const OptionSpec &option, const Plan &best) {
  std::vector<std::string> values = option.values;
  const bool isNumber = option.form == OptionForm::IntegerOrListed ||
                        (option.form == OptionForm::Listed && option.values.empty());
  const auto chosen = best.options.find(option.key);
  if (!isNumber || chosen == best.options.end())
    return values;
  if (const std::optional<int> number = parsePositive(chosen->second)) {
    if (*number > 1)
      values.push_back(std::to_string(*number / 2));
    if (*number < (1 << 30))
      values.push_back(std::to_string(*number * 2));
  }
  return values;
}

std::vector<Plan> plansOf(const Schedule &schedule, const analysis::Facts &facts,
                          const Target &target, const ScheduleRequest &request) {
  Gathering gathering(facts, target, schedule);
  gathering.ask(request);
  if (gathering.plans.empty())
    return {};
  const Plan best = gathering.plans.front();
  for (const OptionSpec &option : schedule.options()) {
    if (request.options.count(option.key))
      continue;
    for (const std::string &value : valuesAround(option, best)) {
      ScheduleRequest varied = request;
      varied.name = schedule.name().str();
      varied.options[option.key] = value;
      gathering.ask(varied);
    }
  }
  return std::move(gathering.plans);
}

} // namespace

/// A plan with what it counts as in the search.
struct Ranked {
  std::size_t round = 0; // how many of its schedule come before it, up to two
  double cost = 0;       // with the penalty of twins
  Plan plan;
};

/// `plans` of one schedule, cheapest first, in the order in which the search wants them.
static std::vector<Ranked> rank(std::vector<Plan> plans) {
  std::vector<Ranked> ranked;
  double twins = 0;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    twins = i > 0 && plans[i].cost <= ranked.back().plan.cost * (1 + 1e-9) ? twins + 1 : 0;
    const double cost = plans[i].cost * (1 + kTwinPenalty * twins);
    ranked.push_back({0, cost, std::move(plans[i])});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked &a, const Ranked &b) { return a.cost < b.cost; });
  for (std::size_t i = 0; i < ranked.size(); ++i)
    ranked[i].round = std::min<std::size_t>(i, 2);
  return ranked;
}

std::vector<Plan> searchSpace(const analysis::Facts &facts, const Target &target,
                              const std::optional<ScheduleRequest> &request, std::size_t count) {
  std::vector<Ranked> all;
  for (const Schedule *schedule : allSchedules()) {
    if (schedule->target() != target.kind || (request && request->name != schedule->name()))
      continue;
    for (Ranked &ranked :
         rank(plansOf(*schedule, facts, target, request.value_or(ScheduleRequest()))))
      all.push_back(std::move(ranked));
  }
  std::stable_sort(all.begin(), all.end(), [](const Ranked &a, const Ranked &b) {
    return a.round != b.round ? a.round < b.round : a.cost < b.cost;
  });
  std::vector<Plan> plans;
  for (Ranked &ranked : all)
    if (plans.size() < count)
      plans.push_back(std::move(ranked.plan));
  std::stable_sort(plans.begin(), plans.end(), isCheaper);
  return plans;
}

} // namespace stencilc::plan
