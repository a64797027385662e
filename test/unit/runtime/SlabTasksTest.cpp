/// \file Steps on several devices, played on numbers: whatever order the queues run in, every plane
/// becomes what one device makes of it; and a wait that is taken out shows.
#include "PlayedSlabs.h"
#include "gtest/gtest.h"

namespace stencilc {
namespace {

std::string textOf(const SlabCase &test) {
  return "planes " + std::to_string(test.planes) + " parts " + std::to_string(test.parts) +
         " reach " + std::to_string(test.reach) + " fused " + std::to_string(test.fused) +
         " every " + std::to_string(test.every) + " passes " + std::to_string(test.passes) +
         " levels " + std::to_string(test.levels) + " buffers " + std::to_string(test.buffers) +
         (test.isPeriodic ? " periodic" : "") + (test.endsFirst ? " ends" : " after");
}

TEST(SlabTasks, allDivisionsGiveWhatOneDeviceGives) {
  for (const bool isPeriodic : {false, true})
    for (const bool endsFirst : {false, true})
      for (int parts = 1; parts <= 6; ++parts)
        for (const int planes : {7, 24, 37})
          for (const int fused : {1, 2, 4})
            for (const int every : {1, 2, 3})
              for (const int passes : {1, 2})
                for (const auto &[levels, buffers] : {std::pair(1, 2), {2, 2}, {2, 3}, {2, 4}}) {
                  const SlabCase test = {.planes = planes,
                                         .parts = parts,
                                         .reach = 1 + (parts + every) % 2,
                                         .fused = fused > 1 && buffers == levels ? 1 : fused,
                                         .every = every,
                                         .passes = passes,
                                         .levels = levels,
                                         .buffers = buffers,
                                         .isPeriodic = isPeriodic,
                                         .endsFirst = endsFirst};
                  if (fused > 1 && buffers < 2 * levels)
                    continue; // no old level may be overwritten
                  ASSERT_EQ(playSeeds(test, 2), "") << textOf(test);
                }
}

/// Each kind of wait, taken out everywhere: some order then gives wrong planes.
TEST(SlabTasks, everyKindOfWaitIsNeeded) {
  const auto drop = [](auto isOfKind) {
    return [=](SlabTask &task) {
      std::erase_if(task.waits, [&](const SlabWait &wait) { return isOfKind(task, wait); });
    };
  };
  const auto isSend = [](const SlabWait &wait) { return wait.queue >= kSlabDown; };
  const Spoil arrival = drop([&](const SlabTask &task, const SlabWait &wait) {
    return task.act == SlabAct::Launch && isSend(wait) && wait.part != task.part;
  });
  const Spoil own = drop([&](const SlabTask &task, const SlabWait &wait) {
    return task.act == SlabAct::Send && !isSend(wait) && wait.part == task.part;
  });
  // A neighbour still reads where the copy goes.
  const Spoil ready = drop([&](const SlabTask &task, const SlabWait &wait) {
    return task.act == SlabAct::Send && !isSend(wait) && wait.part != task.part;
  });
  // What is sent is written over.
  const Spoil left = drop([&](const SlabTask &task, const SlabWait &wait) {
    return task.act == SlabAct::Launch && isSend(wait) && wait.part == task.part;
  });
  for (const bool endsFirst : {false, true}) {
    const SlabCase twice = {
        .planes = 24, .parts = 3, .every = 2, .steps = 40, .endsFirst = endsFirst};
    EXPECT_EQ(playSeeds(twice, 50), "");
    EXPECT_NE(playSeeds(twice, 50, arrival), "") << endsFirst;
    EXPECT_NE(playSeeds(twice, 50, own), "") << endsFirst;
    EXPECT_NE(playSeeds(twice, 50, ready), "") << endsFirst;
    EXPECT_NE(playSeeds(twice, 50, left), "") << endsFirst;
  }
}

/// A copy waits for a neighbour's launch of the group before, not for that of its own.
TEST(SlabTasks, copiesDoNotWaitForTheNeighboursLaunch) {
  const Decomposition division = {.planes = 64, .parts = 2, .halo = 4};
  SlabTasks maker(division, {{1, 2, true}}, false);
  const std::vector<TraversalLevel> launch = {{.kernel = -1, .steps = 4, .reach = 4}};
  maker.group(launch);
  maker.group(launch);
  int sends = 0;
  for (const SlabTask &task : maker.group(launch))
    for (const SlabWait &wait : task.waits)
      if (task.act == SlabAct::Send && wait.part != task.part && wait.queue == kSlabCompute) {
        EXPECT_EQ(wait.number, 1); // of the launches 0, 1, 2
        ++sends;
      }
  EXPECT_EQ(sends, 2);
}

/// With the ends first, copies wait for the ends alone, and the rest runs beside them.
TEST(SlabTasks, copiesRunBesideTheRest) {
  const Decomposition division = {.planes = 96, .parts = 3, .halo = 4};
  SlabTasks maker(division, {{1, 2, true}}, true);
  const std::vector<TraversalLevel> launch = {{.kernel = -1, .steps = 4, .reach = 4}};
  maker.group(launch);
  std::int64_t rest = -1;
  for (const SlabTask &task : maker.group(launch)) {
    if (task.part != 1)
      continue;
    if (task.act == SlabAct::Launch && task.planes.count() > 4)
      rest = task.number;
    if (task.act == SlabAct::Send) {
      EXPECT_EQ(task.planes.count(), 4);
      for (const SlabWait &wait : task.waits)
        EXPECT_FALSE(wait.part == 1 && wait.queue == kSlabCompute && wait.number >= rest);
    }
  }
  EXPECT_EQ(rest, 3);
}

TEST(Decomposition, planesAreDividedEvenly) {
  const Decomposition division = {.planes = 37, .parts = 5, .halo = 3, .margin = 2};
  int next = 0;
  for (int part = 0; part < 5; ++part) {
    const PlaneRange own = division.owned(part);
    EXPECT_EQ(own.begin, next);
    EXPECT_GE(own.count(), 7);
    EXPECT_LE(own.count(), 8);
    for (int z = own.begin; z < own.end; ++z)
      EXPECT_EQ(division.partOf(z), part);
    next = own.end;
  }
  EXPECT_EQ(next, 37);
  EXPECT_EQ(division.stored(0).begin, 0);
  EXPECT_EQ(division.stored(0).end, division.owned(0).end + 5);
  EXPECT_EQ(division.neighbour(0, SlabSide::Low), -1);
  EXPECT_EQ(division.neighbour(4, SlabSide::Low), 3);
  EXPECT_EQ(Decomposition::mostParts(37, 4), 9);
}

TEST(Decomposition, aPeriodicDomainHasNoEnd) {
  const Decomposition division = {.planes = 12, .parts = 2, .halo = 2, .isPeriodic = true};
  EXPECT_EQ(division.neighbour(0, SlabSide::Low), 1);
  EXPECT_EQ(division.neighbour(1, SlabSide::High), 0);
  EXPECT_EQ(division.shift(0, SlabSide::Low), 12);
  EXPECT_EQ(division.shift(1, SlabSide::High), -12);
  EXPECT_EQ(division.shift(0, SlabSide::High), 0);
  EXPECT_EQ(division.held(0).begin, -2);
}

} // namespace
} // namespace stencilc
