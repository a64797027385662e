/// \file How the planner of streamed runs counts with several devices, one after the other.
#include "TraversedByHand.h"
#include "runtime/engines/stream/plan/TraversalPlanner.h"

using namespace stencilc;

namespace {

const FieldDescription cell[] = {{"u", Scalar::F32, 1, 2, true}};

/// 2048 x 2048 x 1536 cells of 4 bytes, planes of 16 MiB.
struct Chained {
  static constexpr std::uint64_t kMemory = std::uint64_t{4} << 30;
  static constexpr std::uint64_t kHost = std::uint64_t{100} << 30;
  StreamDescription stream = streamed("p-tbmr", 0, 0);
  ProgramDescription program = describe("cells", 3, cell, &stream);
  OutOfCoreDomain domain;
  TraversalRates rates;

  explicit Chained(int devices, std::int64_t planes = 1536) {
    domain.program = &program;
    domain.devices = devices;
    domain.hasChecksums = false;
    domain.extents[0] = domain.extents[1] = 2048;
    domain.extents[2] = planes;
    std::uint64_t bytes = 0;
    EXPECT_TRUE(planFields(program, {2048, 2048, planes}, domain.fields, bytes));
    domain.uses.push_back({1, 2, true});
    domain.ringUnit = 2 << 20;
    rates.linkBytes = rates.linkBytesAlone = 40e9;
    rates.single.assume(domain.planeCells() / 4.8e11, 0);
  }
  Chained(const Chained &) = delete;

  TraversalChoice choose(std::int64_t steps, std::uint64_t memory = kMemory) const {
    TraversalChoice choice;
    EXPECT_TRUE(TraversalPlanner(domain, rates).choose(memory, kHost, choice, steps));
    return choice;
  }
};

TEST(ChainPlanner, aTraversalHasAsManyTimesTheSteps) {
  const TraversalChoice one = Chained(1).choose(0), four = Chained(4).choose(0);
  EXPECT_GE(four.depth, 3 * one.depth);
  EXPECT_LE(four.deviceBytes(), Chained::kMemory);
  EXPECT_EQ(four.hostBytes, one.hostBytes);
  const double times = one.secondsPerStep() / four.secondsPerStep();
  EXPECT_GT(times, 3);
  EXPECT_LT(times, 4.1);
}

TEST(ChainPlanner, traversalsOfARunAreThoseItWasPlannedFor) {
  for (const int devices : {2, 3}) {
    const Chained chained(devices);
    const TraversalPlanner planner(chained.domain, chained.rates);
    const TraversalChoice choice = chained.choose(200);
    const std::vector<FieldRing> rings = planner.ringsOf(choice);
    double seconds = choice.traversal.ends;
    for (std::int64_t left = 200; left > 0;) {
      const NextTraversal traversal = planner.nextTraversal(choice, rings, left);
      EXPECT_EQ(traversal.shape.devices, devices);
      EXPECT_TRUE(fitsRings(traversal.shape, rings, chained.domain.uses));
      seconds += planner.secondsOf(traversal.shape).all;
      left -= traversal.depth;
    }
    EXPECT_DOUBLE_EQ(choice.seconds, seconds) << devices;
  }
}

TEST(ChainPlanner, theSlowestDeviceCounts) {
  const Chained chained(2), single(1);
  const TraversalPlanner planner(chained.domain, chained.rates);
  // Of 9 steps one device has 4 and the other 5.
  const TraversalSeconds both = planner.secondsOf(planner.shapeOf(9, 64));
  const TraversalSeconds five =
      TraversalPlanner(single.domain, single.rates).secondsOf(planner.shapeOf(9, 64).onDevice(1));
  EXPECT_DOUBLE_EQ(both.compute, five.compute);
  EXPECT_DOUBLE_EQ(both.between, 1536 * chained.domain.bytesIn() / 365e9);
  EXPECT_GT(both.ends, five.ends);
}

/// The first chunk comes back after those that are between the devices: a domain of few chunks is
/// done in lower ones.
TEST(ChainPlanner, chunksAreLowEnoughForTheWayThroughTheDevices) {
  const Chained one(1, 160), four(4, 160);
  EXPECT_EQ(one.choose(0, Chained::kHost).shape.chunk, 40);
  EXPECT_LT(four.choose(0, Chained::kHost).shape.chunk, 40);
  const TraversalPlanner planner(four.domain, four.rates);
  const TraversalSeconds high = planner.secondsOf(planner.shapeOf(8, 40));
  EXPECT_GT(high.all, 2 * std::max({high.in, high.out, high.compute, high.between}));
}

} // namespace
