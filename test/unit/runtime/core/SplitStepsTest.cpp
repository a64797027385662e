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
