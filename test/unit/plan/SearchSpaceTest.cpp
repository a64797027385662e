/// \file A search tries every schedule, the best of each first, and honours what was asked for.
#include "plan/search/SearchSpace.h"
#include "PlanTesting.h"
#include "plan/verify/PlanVerifier.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

using namespace stencilc;
using namespace stencilc::test;
using plan::Plan;

namespace {

std::vector<Plan> search(const analysis::Facts &facts, std::size_t count,
                         const std::string &request = "") {
  if (request.empty())
    return plan::searchSpace(facts, cuda(), std::nullopt, count);
  return plan::searchSpace(facts, cuda(), llvm::cantFail(plan::parseScheduleRequest(request)),
                           count);
}

TEST(SearchSpaceTest, TakesTheBestOfEveryScheduleThatIsNotHopeless) {
  const analysis::Facts facts = heat3d(ScalarType::F64, {{128, 128, 128}});
  const plan::Planning all = planning(facts, cuda());
  std::set<std::string> fitting, tried;
  for (const Plan &plan : all.candidates)
    if (plan.cost < 3 * all.best->cost)
      fitting.insert(plan.schedule);
  EXPECT_GE(fitting.size(), 2u);
  for (const char *unproposed : {"coarse", "twosteps"})
    fitting.insert(unproposed);
  for (const Plan &plan : search(facts, fitting.size()))
    tried.insert(plan.schedule);
  EXPECT_EQ(tried, fitting);
}

TEST(SearchSpaceTest, ThePlannersOwnChoiceIsAlwaysTried) {
  const analysis::Facts facts = heat3d();
  const std::string own = planning(facts, cuda()).best->requestText();
  for (std::size_t count : {1, 2, 8}) {
    const std::vector<Plan> plans = search(facts, count);
    EXPECT_TRUE(std::any_of(plans.begin(), plans.end(), [&](const Plan &plan) {
      return plan.requestText() == own;
    })) << count;
  }
}

TEST(SearchSpaceTest, PlansAreSortedDifferentAndWithinTheLimits) {
  const analysis::Facts facts = heat3d();
  const std::vector<Plan> plans = search(facts, 1000);
  std::set<std::string> seen;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    EXPECT_TRUE(seen.insert(plans[i].requestText()).second) << plans[i].requestText();
    EXPECT_TRUE(plan::verifyPlan(facts, plans[i]).empty()) << plans[i].requestText();
    if (i > 0) {
      EXPECT_GE(plans[i].cost, plans[i - 1].cost);
    }
  }
}

TEST(SearchSpaceTest, ListedValuesAreTriedEvenIfTheScheduleDoesNotProposeThem) {
  std::set<std::string> prefetches;
  for (const Plan &plan : search(heat3d(), 1000, "sweep"))
    prefetches.insert(plan.options.at("prefetch"));
  EXPECT_EQ(prefetches, (std::set<std::string>{"0", "1"}));
}

TEST(SearchSpaceTest, AShortSearchTriesMoreThanTwins) {
  // With and without prefetch the model sees no difference.
  std::set<double> costs;
  for (const Plan &plan : search(heat3d(), 6, "sweep"))
    costs.insert(plan.cost);
  EXPECT_GE(costs.size(), 4u);
}

TEST(SearchSpaceTest, ARequestFixesScheduleAndOptions) {
  const std::vector<Plan> plans = search(heat3d(), 1000, "sweep:planes=32");
  EXPECT_GT(plans.size(), 1u);
  for (const Plan &plan : plans) {
    EXPECT_EQ(plan.schedule, "sweep");
    EXPECT_EQ(plan.options.at("planes"), "32");
  }
}

TEST(SearchSpaceTest, EveryPlanCanBeAskedForAgain) {
  const analysis::Facts facts = heat3d();
  for (const Plan &plan : search(facts, 1000)) {
    const plan::Planning again = planning(facts, cuda(), plan.requestText());
    ASSERT_TRUE(again.best) << plan.requestText();
    EXPECT_EQ(again.best->requestText(), plan.requestText());
  }
}

} // namespace
