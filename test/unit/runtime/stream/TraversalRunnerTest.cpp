/// \file Traversals of a domain in memory: the cells that they leave, what they tell on the way,
/// and a failure in one of them.
#include "runtime/engines/stream/run/TraversalRunner.h"
#include "TraversalParts.h"
#include "runtime/core/device/Team.h"
#include "runtime/engines/stream/plan/TraversalPlanner.h"

namespace stencilc::traversal_runner_test {
namespace {

[[maybe_unused]] const bool isAlone = (setHostThreads(1), true);

/// u[t+1] = u[t] of the plane below, plus u[t-1].
void step(Step &s) {
  const View<const double> u = s.read<double>(0, 0), old = s.read<double>(0, -1);
  const View<double> next = s.write<double>(0);
  for (int z = s.planes().begin; z < s.planes().end; ++z)
    for (int y = 0; y < s.grid().ny; ++y)
      for (int x = 0; x < s.grid().nx; ++x)
        next(x, y, z) = (z > 0 ? u(x, y, z - 1) : 0) + old(x, y, z);
}

struct Traversals : testing::Test {
  static constexpr int kPlanes = 40;
  SmallDomain small{kPlanes};
  TraversalRates rates;
  TraversalChoice choice;
  Homes homes{small.domain, hostDevice(), hostDevice()};
  DeviceChain chain{small.domain, hostDevice()};
  Scalars scalars{small.program};
  Segment segment{.scalars = &scalars};

  void SetUp() override {
    small.program.step = step;
    const TraversalPlanner planner(small.domain, rates);
    choice = planner.choice(3, 4);
    chain.plan(planner.ringsOf(choice), small.domain.ringLayout(SmallDomain::kRows));
    ASSERT_TRUE(chain.allocate());
    ASSERT_TRUE(homes.allocate(choice));
    ASSERT_TRUE(homes.reset(nullptr));
    ASSERT_TRUE(chain.open(homes));
  }
};

TEST_F(Traversals, doTheirStepsAndTellHowFarTheyAre) {
  TraversalRunner traversals(small.domain, choice, homes, chain);
  std::vector<std::string> told;
  double last = 0;
  const TellProgress tell = [&](double steps, const std::string &where) {
    EXPECT_GT(steps, last);
    last = steps;
    told.push_back(where.substr(0, where.rfind(", ")));
  };
  for (int traversal = 0; traversal < 2; ++traversal)
    ASSERT_TRUE(traversals.run({3, choice.shape}, segment, 3 * traversal, tell));
  ASSERT_TRUE(traversals.settle());
  EXPECT_EQ(homes.traversalsSoFar(), 2);
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front(), "traversal 1, chunk 1 of 11");
  EXPECT_EQ(told.back().substr(0, 18), "traversal 2, chunk");
  EXPECT_LE(last, 6);

  std::vector<double> old(kPlanes), now(kPlanes), next(kPlanes); // one column
  for (int z = 0; z < kPlanes; ++z)
    old[std::size_t(z)] = now[std::size_t(z)] = 305 + 10000 * z;
  for (int t = 0; t < 6; ++t) {
    for (std::size_t z = 0; z < kPlanes; ++z)
      next[z] = (z > 0 ? now[z - 1] : 0) + old[z];
    old = now;
    now = next;
  }
  for (int z = 0; z < kPlanes; ++z) {
    double cell = 0;
    ASSERT_TRUE(homes.cells(0, 0, 16 * (8 * z + 3) + 5, 1, reinterpret_cast<unsigned char *>(&cell),
                            false));
    EXPECT_EQ(cell, now[std::size_t(z)]) << z;
  }
}

TEST_F(Traversals, endWithWhatTheDeviceSays) {
  RecordedDevice device;
  DeviceChain recorded(small.domain, device);
  recorded.plan(chain.rings().all(), small.domain.ringLayout(SmallDomain::kRows));
  ASSERT_TRUE(recorded.allocate());
  ASSERT_TRUE(recorded.open(homes));
  TraversalRunner traversals(small.domain, choice, homes, recorded);
  device.lanes[kQueueCompute]->failure = "it is lost";
  EXPECT_EQ(traversals.run({3, choice.shape}, segment, 0, {}).message(), "it is lost");
  EXPECT_EQ(homes.traversalsSoFar(), 0);
  // Before the sixth chunk of three launches it waits for the first one, and for no other.
  EXPECT_EQ(device.log.substr(device.log.find("1 await")), "1 await 2\n");
  std::size_t launches = 0, at = 0;
  while ((at = device.log.find("1 ends\n", at + 1)) != std::string::npos)
    ++launches;
  EXPECT_EQ(launches, 15u);
  EXPECT_EQ(traversals.settle().message(), "it is lost");
}

} // namespace
} // namespace stencilc::traversal_runner_test
