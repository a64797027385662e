/// \file Steps on several devices, played on numbers: whatever order the queues run in, every plane
/// becomes what one device makes of it; and a wait that is taken out shows.
#include "PlayedSlabs.h"
#include "gtest/gtest.h"

namespace stencilc {
namespace {

constexpr SlabExchange kExchanges[] = {SlabExchange::After, SlabExchange::Ends,
                                       SlabExchange::Ordered};

std::string textOf(const SlabCase &test) {
  return "planes " + std::to_string(test.planes) + " parts " + std::to_string(test.parts) +
         " fused " + std::to_string(test.fused) + " every " + std::to_string(test.every) +
         " passes " + std::to_string(test.passes()) + " levels " + std::to_string(test.levels) +
         " buffers " + std::to_string(test.buffers) + (test.isPeriodic ? " periodic " : " ") +
         spelt(test.exchange);
}

TEST(SlabTasks, allDivisionsGiveWhatOneDeviceGives) {
  for (const bool isPeriodic : {false, true})
    for (const SlabExchange exchange : kExchanges)
      for (int parts = 1; parts <= 6; ++parts)
        for (const int planes : {7, 24, 37})
          for (const int fused : {1, 2, 4})
            for (const int every : {1, 2, 3})
              for (const int passes : {1, 2})
                for (const auto &[levels, buffers] : {std::pair(1, 2), {2, 2}, {2, 3}, {2, 4}}) {
                  const SlabCase test = {.planes = planes,
                                         .parts = parts,
                                         .fused = fused > 1 && buffers == levels ? 1 : fused,
                                         .every = every,
                                         .levels = levels,
                                         .buffers = buffers,
                                         .isPeriodic = isPeriodic,
                                         .exchange = exchange,
                                         .kernels = chainOf(passes, 1 + (parts + every) % 2)};
                  if (fused > 1 && buffers < 2 * levels)
                    continue; // no old level may be overwritten
                  ASSERT_EQ(playSeeds(test, 2), "") << textOf(test);
                }
}

/// Kernels that read what any before them have made, and older levels of any field, further to one
/// side than to the other or not at all.
PlayedKernels anyKernels(std::mt19937 &random) {
  const auto upTo = [&](int most) { return int(random() % unsigned(most + 1)); };
  PlayedKernels kernels(std::size_t(1 + upTo(4)));
  const int count = int(kernels.size());
  for (int kernel = 0; kernel < count; ++kernel)
    for (int read = upTo(3); read >= 0; --read) {
      const bool isNew = kernel > 0 && upTo(2) > 0;
      kernels[std::size_t(kernel)].push_back(
          {isNew ? upTo(kernel - 1) : upTo(count - 1), isNew, upTo(2) / 2 * upTo(2), upTo(2)});
    }
  return kernels;
}

TEST(SlabTasks, anyGraphOfKernelsGivesWhatOneDeviceGives) {
  std::mt19937 random(7);
  int narrow = 0;
  for (int round = 0; round < 400; ++round) {
    SlabCase test = {.planes = 24 + round % 9,
                     .parts = 1 + round % 4,
                     .fused = 1 + round % 2,
                     .every = 1 + round / 2 % 3,
                     .isPeriodic = round % 5 == 0,
                     .exchange = kExchanges[round % 3],
                     .kernels = anyKernels(random)};
    ASSERT_EQ(playSeeds(test, 2), "") << textOf(test);
    if (PlayedReaches(test.kernels).most() == 0 || test.parts == 1)
      continue;
    test.lack = 1; // a halo one plane too narrow
    narrow += !playSeeds(test, 2).empty();
  }
  EXPECT_GT(narrow, 100);
}

/// Nothing is read across the cuts: nothing is sent, and parts may have a plane each.
TEST(SlabTasks, nothingIsSentWhereNothingIsReadAcross) {
  const SlabCase test = {.planes = 5, .parts = 5, .kernels = chainOf(3, 0)};
  EXPECT_EQ(playSeeds(test, 2), "");
  SlabTasks maker({.planes = 5, .parts = 5}, {{1, 2, true}}, SlabExchange::After);
  for (const SlabTask &task : maker.group({{.kernel = 0, .steps = 1}}))
    EXPECT_EQ(task.act, SlabAct::Launch);
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
  for (const SlabExchange exchange : kExchanges) {
    const SlabCase twice = {
        .planes = 24, .parts = 3, .every = 2, .steps = 40, .exchange = exchange};
    EXPECT_EQ(playSeeds(twice, 50), "");
    EXPECT_NE(playSeeds(twice, 50, arrival), "") << spelt(exchange);
    EXPECT_NE(playSeeds(twice, 50, own), "") << spelt(exchange);
    EXPECT_NE(playSeeds(twice, 50, ready), "") << spelt(exchange);
    EXPECT_NE(playSeeds(twice, 50, left), "") << spelt(exchange);
  }
}

/// A copy waits for a neighbour's launch of the group before, not for that of its own.
TEST(SlabTasks, copiesDoNotWaitForTheNeighboursLaunch) {
  const Decomposition division = {.planes = 64, .parts = 2, .halo = 4};
  SlabTasks maker(division, {{1, 2, true}}, SlabExchange::After);
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
  SlabTasks maker(division, {{1, 2, true}}, SlabExchange::Ends);
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

/// In one launch, copies wait for the end that they send, not for the other one or for the rest.
TEST(SlabTasks, copiesWaitForTheirEndOfALaunch) {
  const Decomposition division = {.planes = 96, .parts = 3, .halo = 4};
  SlabTasks maker(division, {{1, 2, true}}, SlabExchange::Ordered);
  maker.group({{.kernel = -1, .steps = 4, .reach = 4}});
  int sends = 0;
  for (const SlabTask &task : maker.group({{.kernel = -1, .steps = 4, .reach = 4}})) {
    EXPECT_EQ(task.boundaryFirst, task.act == SlabAct::Launch);
    for (const SlabWait &wait : task.waits)
      if (task.act == SlabAct::Send && wait.part == task.part && wait.queue == kSlabCompute) {
        EXPECT_EQ(wait.ends, task.side == SlabSide::Low ? 1U << kLowEnd : 1U << kHighEnd);
        EXPECT_EQ(wait.number, 1);
        ++sends;
      }
  }
  EXPECT_EQ(sends, 4);
  const SlabCase test = {
      .planes = 36, .parts = 3, .fused = 2, .steps = 40, .exchange = SlabExchange::Ordered};
  EXPECT_EQ(playSeeds(test, 50), "");
  EXPECT_NE(playSeeds(test, 50,
                      [](SlabTask &task) {
                        for (SlabWait &wait : task.waits)
                          wait.ends = wait.ends ? 3 - wait.ends : 0; // the other one
                      }),
            "");
  EXPECT_NE(playSeeds(test, 50,
                      [](SlabTask &task) {
                        std::erase_if(task.waits,
                                      [](const SlabWait &wait) { return wait.ends > 0; });
                      }),
            "");
}

/// Where slabs are too thin for two ends, one has planes that both neighbours get.
TEST(SlabTasks, copiesOfThinSlabsWaitForBothEnds) {
  const Decomposition division = {.planes = 15, .parts = 3, .halo = 4};
  SlabTasks maker(division, {{1, 2, true}}, SlabExchange::Ordered);
  for (const SlabTask &task : maker.group({{.kernel = -1, .steps = 4, .reach = 4}}))
    if (task.act == SlabAct::Send && task.part == 1) {
      ASSERT_EQ(task.waits.size(), 1U);
      EXPECT_EQ(task.waits[0].ends, task.side == SlabSide::Low ? 1U : 3U);
    }
}

TEST(EndPieces, endsAreAsHighAsLetsAllBlocksEndSoonest) {
  // Two columns, two places: a step more for each chunk.
  const SweptColumns swept = {.inner = 2, .outer = 0, .atOnce = 2, .extra = 8};
  const int height = bestEndHeight(swept, 100, 1, 4, 30);
  EXPECT_GE(height, 4);
  EXPECT_LE(height + 8 + 30, 100 + 2 * 8) << "an exchange beside the rest costs nothing";
  EXPECT_EQ(bestEndHeight(swept, 8, 2, 4, 30), 4);
  const EndPieces pieces({10, 30}, 6, true, false);
  EXPECT_EQ(pieces.of[kLowEnd].end, 16);
  EXPECT_EQ(pieces.of[kHighEnd].count(), 0);
  EXPECT_EQ(pieces.of[kBetween].end, 30);
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
