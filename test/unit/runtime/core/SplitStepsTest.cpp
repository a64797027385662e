/// \file How a number of steps is split over kernels: all of them are done, at the least cost.
#include "runtime/core/stepping/SplitSteps.h"
#include <gtest/gtest.h>

using namespace stencilc;

namespace {

using Launches = std::vector<std::int64_t>;

/// The least cost of all splits, by trying every one.
std::int64_t leastCost(std::int64_t steps, const std::vector<KernelVariant> &variants,
                       std::size_t from = 0) {
  if (from + 1 == variants.size())
    return steps * variants[from].cost; // single steps
  std::int64_t least = leastCost(steps, variants, from + 1);
  for (std::int64_t n = 1; n * variants[from].steps <= steps; ++n)
    least = std::min(least, n * variants[from].cost +
                                leastCost(steps - n * variants[from].steps, variants, from + 1));
  return least;
}

TEST(SplitSteps, leastCostOfAllSplits) {
  const std::vector<std::vector<KernelVariant>> variantTables = {
      {{1, 7}},
      {{12, 74}, {1, 43}},
      {{12, 74}, {11, 69}, {1, 43}},
      {{12, 74}, {7, 48}, {1, 43}},
      {{12, 74}, {7, 48}, {3, 30}, {1, 43}},
      {{6, 60}, {4, 44}, {2, 30}, {1, 28}}, // common divisors
      {{9, 99}, {5, 20}, {1, 21}},          // a shallower kernel is the best
      {{4, 100}, {3, 90}, {1, 1}},          // nothing is worth fusing
      {{5, 0}, {2, 0}, {1, 0}},             // nobody knows
  };
  for (const std::vector<KernelVariant> &variants : variantTables)
    for (std::int64_t steps = 0; steps <= 150; ++steps) {
      SCOPED_TRACE(testing::Message() << steps << " steps, deepest " << variants[0].steps);
      const Launches launches = splitSteps(steps, variants);
      std::int64_t done = 0;
      for (std::size_t i = 0; i < variants.size(); ++i) {
        EXPECT_GE(launches[i], 0);
        done += launches[i] * variants[i].steps;
      }
      EXPECT_EQ(done, steps);
      EXPECT_EQ(splitCost(steps, variants), leastCost(steps, variants));
    }
}

TEST(SplitSteps, theDeepestFirstWhereAllCostTheSame) {
  EXPECT_EQ(splitSteps(14, {{5, 0}, {2, 0}, {1, 0}}), (Launches{2, 2, 0}));
  EXPECT_EQ(splitSteps(16, {{5, 0}, {2, 0}, {1, 0}}), (Launches{3, 0, 1}));
}

/// A kernel whose launches compute 2 to 100 steps for 50 and 1 for each step, beside others.
const std::vector<KernelVariant> kAnyNumber = {{100, 150, 2, 52}, {4, 20}, {1, 7}};

TEST(SplitSteps, aKernelOfAnyNumberOfStepsComputesAllOrNone) {
  EXPECT_EQ(splitSteps(1, kAnyNumber), (Launches{0, 0, 1}));
  EXPECT_EQ(splitSteps(12, kAnyNumber), (Launches{0, 3, 0})) << "60 beside 62";
  EXPECT_EQ(splitSteps(13, kAnyNumber), (Launches{1, 0, 0})) << "63 beside 67";
  EXPECT_EQ(splitSteps(100, kAnyNumber), (Launches{1, 0, 0}));
  EXPECT_EQ(splitSteps(101, kAnyNumber), (Launches{2, 0, 0}));
}

TEST(SplitSteps, aKernelOfAnyNumberOfStepsInTablesAndSums) {
  const Splits splits = splitsUpTo(120, kAnyNumber);
  for (const int steps : {1, 2, 12, 13, 100, 101, 120}) {
    SCOPED_TRACE(steps);
    EXPECT_EQ(double(splits.cost[static_cast<std::size_t>(steps)]), splitCost(steps, kAnyNumber));
  }
  EXPECT_EQ(splitCost(13, kAnyNumber), 63);
  EXPECT_EQ(splitCost(101, kAnyNumber), 201);
}

TEST(SplitSteps, measuredCostsScaleTheLine) {
  KernelVariant any = kAnyNumber.front(), fixed = {12, 74};
  any.setCost(50, 200); // predicted 100
  EXPECT_EQ(any.cost, 300);
  EXPECT_EQ(any.costOfFewest, 104);
  fixed.setCost(12, 80);
  EXPECT_EQ(fixed.cost, 80);
}

TEST(SplitSteps, anExactRest) {
  EXPECT_EQ(splitSteps(59, {{12, 74}, {11, 69}, {1, 43}}), (Launches{4, 1, 0}));
  EXPECT_EQ(splitSteps(59, {{12, 74}, {1, 43}}), (Launches{4, 11}));
}

TEST(SplitSteps, costsOfLongRunsAreNoMoreThanNumbersHold) {
  const std::vector<KernelVariant> variants = {{12, 3'000'000'000'000}, {1, 400'000'000'000}};
  EXPECT_GT(splitCost(std::int64_t(1) << 62, variants), 1e30);
}

TEST(SplitSteps, longRunsTakeNoLonger) {
  const std::int64_t many = std::int64_t(1) << 60;
  const Launches launches = splitSteps(many + 7, {{12, 74}, {7, 48}, {1, 43}});
  EXPECT_EQ(launches[0] * 12 + launches[1] * 7 + launches[2], many + 7);
  EXPECT_EQ(launches[2], 0);
  EXPECT_LT(launches[1], 12);
}

} // namespace
