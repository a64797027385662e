/// \file The plans that a measured search tries: those the model ranks best, from every schedule.
#include "plan/SearchSpace.h"
#include "plan/Options.h"
#include "plan/PlanVerifier.h"
#include <algorithm>
#include <set>

namespace stencilc::plan {

namespace {

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

std::vector<Plan> searchSpace(const analysis::Facts &facts, const Target &target,
                              const std::optional<ScheduleRequest> &request, std::size_t count) {
  // By how many of its own schedule are cheaper, up to two; then by cost.
  std::vector<std::pair<std::size_t, Plan>> ranked;
  for (const Schedule *schedule : allSchedules()) {
    if (schedule->target() != target.kind || (request && request->name != schedule->name()))
      continue;
    std::size_t rank = 0;
    for (Plan &plan : plansOf(*schedule, facts, target, request.value_or(ScheduleRequest())))
      ranked.emplace_back(std::min<std::size_t>(rank++, 2), std::move(plan));
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto &a, const auto &b) {
    return a.first != b.first ? a.first < b.first : a.second.cost < b.second.cost;
  });
  std::vector<Plan> plans;
  for (auto &[rank, plan] : ranked)
    if (plans.size() < count)
      plans.push_back(std::move(plan));
  std::stable_sort(plans.begin(), plans.end(), isCheaper);
  return plans;
}

} // namespace stencilc::plan
