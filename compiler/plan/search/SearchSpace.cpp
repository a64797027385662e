/// \file Selects the plans that `stencilc tune` measures: those with the least predicted cost, from
/// every schedule.
#include "plan/search/SearchSpace.h"
#include "plan/interface/Options.h"
#include "plan/verify/PlanVerifier.h"
#include <algorithm>
#include <set>

namespace stencilc::plan {

namespace {

/// Relative increase of the cost of variants (plans in which one option of the best plan has
/// another value), because their prediction is less reliable.
constexpr double kVariedPenalty = 0.15;

/// Relative increase of the cost of a plan for each similar plan (at most one other option) that is
/// already selected. Similar plans often have similar rates, and a short search should measure
/// different plans.
constexpr double kAlikePenalty = 0.03;

/// Number of plans that are selected one at a time. After each selection, the costs of similar
/// plans are increased. Further plans are selected together, by the costs after the last of these
/// selections.
constexpr std::size_t kVaried = 32;

/// Largest cost, as a multiple of the cost of the first selected plan, with which the best plan of
/// a schedule is selected before cheaper plans of other schedules.
constexpr double kHopeless = 3;

/// Plan that may be measured. `isVaried` is true for a variant, in which one option of the best
/// plan has another value.
struct Candidate {
  Plan plan;
  bool isVaried;
  int alike = 0; // number of selected plans that differ from this one in at most one option
};

bool isCheaper(const Candidate &a, const Candidate &b) { return a.plan.cost < b.plan.cost; }

/// Collects the valid plans of one schedule without duplicates. `ask` adds the plans for one
/// request.
class Gathering {
public:
  Gathering(const analysis::Facts &facts, const Target &target, const Schedule &schedule)
      : facts(facts), target(target), schedule(schedule) {}

  void ask(const ScheduleRequest &request, bool isVaried) {
    for (Plan &plan : schedule.propose(facts, target, request).plans)
      if (seen.insert(plan.requestText()).second && verifyPlan(facts, plan).empty())
        plans.push_back({std::move(plan), isVaried});
  }

  std::vector<Candidate> plans;

private:
  const analysis::Facts &facts;
  const Target &target;
  const Schedule &schedule;
  std::set<std::string> seen;
};

/// Returns the values of `option` with which variants of the plan `best` are made. They are the
/// listed values of the option. If the option is a number, they also include half and twice its
/// value in `best`. Returns none for the option `rest`, which matters little in long runs.
std::vector<std::string> valuesAround(const OptionSpec &option, const Plan &best) {
  if (option.form == OptionForm::Depths) // remainder kernels matter little in long runs
    return {};
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

std::vector<Candidate> plansOf(const Schedule &schedule, const analysis::Facts &facts,
                               const Target &target, const ScheduleRequest &request) {
  Gathering gathering(facts, target, schedule);
  gathering.ask(request, false);
  if (gathering.plans.empty())
    return {};
  const Plan best =
      std::min_element(gathering.plans.begin(), gathering.plans.end(), isCheaper)->plan;
  for (const OptionSpec &option : schedule.options()) {
    if (request.options.count(option.key))
      continue;
    for (const std::string &value : valuesAround(option, best)) {
      ScheduleRequest varied = request;
      varied.name = schedule.name().str();
      varied.options[option.key] = value;
      gathering.ask(varied, true);
    }
  }
  return std::move(gathering.plans);
}

/// Returns true if the plans `a` and `b` have the same schedule and differ in at most one option.
bool areAlike(const Plan &a, const Plan &b) {
  if (a.schedule != b.schedule)
    return false;
  int different = 0;
  for (const auto &[key, value] : a.options) {
    const auto other = b.options.find(key);
    different += other == b.options.end() || other->second != value;
  }
  return different <= 1;
}

/// Selects plans for `stencilc tune` to measure from a list of candidates. Each selection moves a
/// plan from `all` to `chosen`, and raises the cost of similar candidates.
class Choosing {
public:
  Choosing(std::vector<Candidate> all, std::size_t count) : all(std::move(all)), count(count) {}

  bool isDone() const { return chosen.size() >= count || all.empty(); }

  void take(std::size_t index) {
    chosen.push_back(std::move(all[index].plan));
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
    for (Candidate &other : all)
      other.alike += areAlike(chosen.back(), other.plan);
  }

  /// Returns the index in `all` of the cheapest candidate for which `isWanted` returns true. Costs
  /// include increases for variants (one option changed) and for plans similar to selected ones.
  /// Returns `all.size()` if there is no such candidate.
  template <class Wanted> std::size_t cheapest(Wanted isWanted) const {
    std::size_t best = all.size();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (isWanted(all[i]) && (best == all.size() || rank(all[i]) < rank(all[best])))
        best = i;
    return best;
  }

  /// Moves the cheapest candidates to `chosen` until it has `count` plans, and discards the others.
  /// Costs include increases for variants (one option changed) and for plans similar to selected
  /// ones.
  void takeRest() {
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate &a, const Candidate &b) { return rank(a) < rank(b); });
    for (std::size_t i = 0; i < all.size() && chosen.size() < count; ++i)
      chosen.push_back(std::move(all[i].plan));
    all.clear();
  }

  std::vector<Candidate> all;
  std::vector<Plan> chosen;

private:
  static double rank(const Candidate &one) {
    return one.plan.cost * (1 + kAlikePenalty * one.alike) *
           (one.isVaried ? 1 + kVariedPenalty : 1);
  }

  std::size_t count;
};

} // namespace

std::vector<Plan> searchSpace(const analysis::Facts &facts, const Target &target,
                              const std::optional<ScheduleRequest> &request, std::size_t count) {
  std::vector<Candidate> all;
  for (const Schedule *schedule : allSchedules()) {
    if (!schedule->makes(target.kind) || (request && request->name != schedule->name()))
      continue;
    for (Candidate &one : plansOf(*schedule, facts, target, request.value_or(ScheduleRequest())))
      all.push_back(std::move(one));
  }
  Choosing choosing(std::move(all), count);
  // The best plan of all comes first, then the best plan of each other schedule, then others by
  // cost.
  std::set<std::string> tried;
  while (!choosing.isDone()) {
    const std::size_t next = choosing.cheapest([&](const Candidate &one) {
      const bool isHopeless =
          !choosing.chosen.empty() && one.plan.cost > kHopeless * choosing.chosen.front().cost;
      return !one.isVaried && !isHopeless && !tried.count(one.plan.schedule);
    });
    if (next == choosing.all.size())
      break;
    tried.insert(choosing.all[next].plan.schedule);
    choosing.take(next);
  }
  while (!choosing.isDone() && choosing.chosen.size() < kVaried)
    choosing.take(choosing.cheapest([](const Candidate &) { return true; }));
  choosing.takeRest();
  std::stable_sort(choosing.chosen.begin(), choosing.chosen.end(),
                   [](const Plan &a, const Plan &b) { return a.cost < b.cost; });
  return std::move(choosing.chosen);
}

} // namespace stencilc::plan
