/// \file A program written by hand whose domain processes share, each passing its own planes
/// through its devices: the bytes of the run that is not streamed, for all numbers of processes and
/// all methods; planes that the host writes; messages that are lost; and what is refused. Threads
/// are in the place of processes.
#include "ThreadRanks.h"
#include "TraversedByHand.h"
#include "runtime/core/device/Team.h"
#include "runtime/engines/stream/run/OutOfCore.h"
#include <numeric>

namespace stencilc::stream_ranks_test {
namespace {

constexpr int kColumns = 4, kRows = 14, kPlanes = 47;
[[maybe_unused]] const bool isAlone = (setHostThreads(1), true);

struct Wanted {
  const char *method = ""; // none: the domain is not streamed
  bool isSkewed = true, isPipelined = true, isPeriodic = false;
  int depth = 0, planes = 0, strips = 1, devices = 1;
  bool checksums = false;
};

struct Simulation : PlannedInstance {
  explicit Simulation(const Wanted &wanted, Ranks *ranks = nullptr) {
    stream = streamed(wanted.method, wanted.depth, wanted.planes);
    stream.isSkewed = wanted.isSkewed;
    stream.isPipelined = wanted.isPipelined;
    stream.reach = stream.lag = 2;
    stream.reachAcross = 1;
    stream.strips = wanted.strips;
    stream.isPeriodic = wanted.isPeriodic;
    stream.updatesPerSecond = 1e9;
    program = describe("shared", 3, kTwoFields, *wanted.method ? &stream : nullptr);
    program.bytesPerUpdate = 32;
    program.initialValue = initialOfTwo;
    program.step = wanted.isPeriodic ? stepOfTwo<true> : stepOfTwo<false>;
    InstanceOptions options;
    options.extents[0] = kColumns;
    options.extents[1] = kRows;
    options.extents[2] = kPlanes;
    options.checksums = wanted.checksums;
    options.memoryLimit = *wanted.method ? 8 << 20 : 0;
    if (wanted.devices > 1) {
      options.devices.numbers.resize(std::size_t(wanted.devices));
      std::iota(options.devices.numbers.begin(), options.devices.numbers.end(), 0);
    }
    options.ranks = ranks;
    char message[512] = "";
    StatusCode code = StatusCode::Ok;
    options.planned = [](void *self, const char *text) {
      static_cast<PlannedInstance *>(self)->plan = text;
    };
    options.plannedUser = this;
    instance.reset(Instance::create(program, options, message, sizeof message, &code));
    why = Status::of(code, message);
  }
  Status why; // there is none
};

/// Runs, writes some planes, those beside cuts among them, and runs on.
Status run(Instance &instance, std::vector<double> &all) {
  constexpr std::size_t kPlane = std::size_t(kColumns) * kRows;
  if (const int code = instance.run(9, nullptr))
    return Status::of(static_cast<StatusCode>(code), instance.lastError());
  std::vector<double> some(kPlane * 2);
  for (const int z : {0, 10, 22, 23, kPlanes - 2}) {
    std::iota(some.begin(), some.end(), z);
    EXPECT_EQ(instance.cellsIn(0, -1, Int64(z) * Int64(kPlane), Int64(some.size()), some.data()),
              0);
    EXPECT_EQ(instance.cellsIn(1, 0, Int64(z) * Int64(kPlane) + 3, 1, some.data()), 0);
  }
  for (const int steps : {1, 11})
    if (const int code = instance.run(steps, nullptr))
      return Status::of(static_cast<StatusCode>(code), instance.lastError());
  all.resize(kPlane * kPlanes * 3);
  for (const auto &[place, field, level] : {std::tuple(0, "u", 0), {1, "u", -1}, {2, "c", 0}})
    EXPECT_EQ(instance.copyOut(field, level, all.data() + place * kPlane * kPlanes), 0)
        << instance.lastError();
  return {};
}

void expectWhole(const Wanted &wanted, int processes) {
  Simulation whole({.isPeriodic = wanted.isPeriodic});
  std::vector<double> expected;
  ASSERT_TRUE(run(*whole.instance, expected));
  Boxes boxes(processes);
  for (const Status &status : eachRank(boxes, [&](Ranks &ranks) {
         Simulation part(wanted, &ranks);
         if (!part.instance)
           return part.why;
         std::vector<double> cells;
         Status ended = run(*part.instance, cells);
         EXPECT_TRUE(!ended || cells == expected) << ranks.rank() << ": " << part.plan;
         EXPECT_EQ(part.instance->reset(), 0);
         ended = ended ? run(*part.instance, cells) : ended;
         EXPECT_TRUE(!ended || cells == expected) << "again";
         return ended;
       }))
    EXPECT_EQ(status.message(), "");
}

TEST(StreamRanks, bytesForAnyNumberOfProcesses) {
  for (const bool isPeriodic : {false, true})
    for (const int processes : {2, 3, 4})
      for (const auto &[depth, planes] : {std::pair(0, 0), {1, 9}, {2, 3}, {5, 4}}) {
        expectWhole(
            {.method = "p-tbmr", .isPeriodic = isPeriodic, .depth = depth, .planes = planes},
            processes);
        ASSERT_FALSE(HasFailure())
            << processes << " processes, depth " << depth << ", periodic " << isPeriodic;
      }
}

TEST(StreamRanks, bytesOfAllMethods) {
  for (const bool isPeriodic : {false, true}) {
    const Wanted one = {.method = "tbmr", .isPipelined = false, .isPeriodic = isPeriodic};
    for (const int depth : {0, 1, 3}) {
      Wanted wanted = one;
      wanted.depth = depth;
      expectWhole(wanted, 3); // tbm, tbmr
      wanted.method = "t";    // n, where it has one step
      wanted.isSkewed = false;
      expectWhole(wanted, 3);
      ASSERT_FALSE(HasFailure()) << "depth " << depth << ", periodic " << isPeriodic;
    }
  }
}

TEST(StreamRanks, eachProcessMayHaveStripsChainsAndChecksums) {
  for (const bool isPeriodic : {false, true}) {
    expectWhole({.method = "p-tbmr", .isPeriodic = isPeriodic, .depth = 3, .strips = 2}, 3);
    expectWhole({.method = "p-tbmr", .isPeriodic = isPeriodic, .depth = 4, .devices = 2}, 3);
    expectWhole({.method = "p-tbmr", .isPeriodic = isPeriodic, .depth = 2, .checksums = true}, 2);
  }
}

std::vector<Status> refusals(const Wanted &wanted, int processes) {
  Boxes boxes(processes);
  return eachRank(boxes, [&](Ranks &ranks) { return Simulation(wanted, &ranks).why; });
}

TEST(StreamRanks, whatDoesNotFitIsRefused) {
  for (const Status &status : refusals({.method = "p-tbmr"}, 24))
    EXPECT_TRUE(status.message().ends_with(
        "24 parts are too many for 47 planes along z: a step reads 2 to each side, so at "
        "most 23 parts fit; start fewer processes"))
        << status.message();
  for (const Status &status : refusals({.method = "p-tbmr", .depth = 8}, 3))
    EXPECT_TRUE(status.message().ends_with(
        "8 steps of a traversal read 16 planes of a neighbour, and a process has 15 of 47 along z: "
        "give depth=7 or less, or start fewer processes"))
        << status.message();
  for (const Status &status : refusals({.method = "resident"}, 3))
    EXPECT_TRUE(
        status.message().ends_with("planes can stay on a device only in a run of one process; "
                                   "leave out method=resident and resident=, or start one process"))
        << status.message();
}

TEST(StreamRanks, asManyDevicesInEachProcess) {
  Boxes boxes(3);
  for (const Status &status : eachRank(boxes, [&](Ranks &ranks) {
         return Simulation({.method = "p-tbmr", .devices = ranks.rank() == 1 ? 2 : 3}, &ranks).why;
       }))
    EXPECT_TRUE(status.message().ends_with("give all of them the same --devices"))
        << status.message();
}

TEST(StreamRanks, aMessageThatIsLostEndsAllWithinThePatience) {
  Boxes boxes(3);
  boxes.fate = [](int from, int tag, int number) {
    return from == 1 && tag >= kRankPlanes && number == 3 ? Fate::IsLost : Fate::Arrives;
  };
  for (const Status &status : eachRank(
           boxes,
           [&](Ranks &ranks) {
             Simulation part({.method = "p-tbmr", .depth = 2}, &ranks);
             std::vector<double> cells;
             return run(*part.instance, cells);
           },
           0.3))
    EXPECT_NE(status.message().find("has not s"), std::string::npos) << status.message();
}

} // namespace
} // namespace stencilc::stream_ranks_test
