/// \file Runs of programs that do several time steps at once: whole groups, then single steps, and
/// every level users see is right afterwards.
#include "HandPrograms.h"
#include "runtime/core/instance/Instance.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace stencilc;

namespace {

struct Calls {
  int single = 0, fused = 0;
};
Calls calls; // emitted functions have no place for it

// --- a recurrence of as many levels as a field keeps ---------------------------------------------

/// The level that follows `levels` levels of one cell, `before[0]` the newest.
double next(const std::vector<double> &before, int x) {
  double value = x + 1;
  for (std::size_t i = 0; i < before.size(); ++i)
    value += static_cast<double>(i + 1) * before[i];
  return value;
}

/// Does `steps` steps of a program with `levels` levels and writes what a step of that many does.
void advance(Step &s, int levels, int steps) {
  for (int x = 0; x < s.grid().nx; ++x) {
    std::vector<double> newest; // first is the newest
    for (int level = 0; level < levels; ++level)
      newest.push_back(s.read<double>(0, -level)(x));
    for (int step = 0; step < steps; ++step) {
      const std::vector<double> before(newest.begin(), newest.begin() + levels);
      newest.insert(newest.begin(), next(before, x));
    }
    const int written = std::min(levels, steps);
    for (int i = 0; i < written; ++i)
      s.write<double>(0, written - i)(x) = newest[static_cast<std::size_t>(i)];
  }
}

template <int Levels> void single(Step &s) {
  ++calls.single;
  advance(s, Levels, 1);
}
template <int Levels, int Steps> void fused(Step &s) {
  ++calls.fused;
  advance(s, Levels, Steps);
}

double initial(int field, const double *, const Grid &, std::int64_t x, std::int64_t,
               std::int64_t) {
  return field == 0 ? 0.25 * static_cast<double>(x) : 7;
}

template <int Levels, int Steps>
const FusedKernel kernels[] = {{.steps = Steps, .launch = fused<Levels, Steps>, .cost = 12}};

/// A program whose fused kernel does `Steps` steps; its second field never changes.
template <int Levels, int Steps> const ProgramDescription &program() {
  static const FieldDescription fields[] = {
      {.name = "u",
       .storage = Scalar::F64,
       .levels = Levels,
       .buffers = Levels + std::min(Levels, Steps),
       .updated = true},
      {.name = "c", .storage = Scalar::F64, .levels = 1, .buffers = 1, .updated = false},
  };
  static const ProgramDescription description = [] {
    ProgramDescription made =
        programs::ofOneAxis("recurrence", "wavefront", fields, initial, single<Levels>);
    made.stepCost = 10;
    made.fused = kernels<Levels, Steps>;
    made.fusedCount = 1;
    return made;
  }();
  return description;
}

// --- what instances make of it -------------------------------------------------------------------

constexpr int kCells = 3;

std::unique_ptr<Instance> make(const ProgramDescription &description) {
  calls = {};
  InstanceOptions options;
  options.extents[0] = kCells;
  char message[512] = "";
  std::unique_ptr<Instance> instance(
      Instance::create(description, options, message, sizeof message));
  EXPECT_TRUE(instance) << message;
  return instance;
}

/// All levels after `steps` steps from the initial values.
std::vector<std::vector<double>> expected(int levels, int steps) {
  std::vector<std::vector<double>> byLevel(levels, std::vector<double>(kCells));
  for (int x = 0; x < kCells; ++x) {
    std::vector<double> cell(levels, 0.25 * x);
    for (int step = 0; step < steps; ++step) {
      cell.insert(cell.begin(), next(cell, x));
      cell.pop_back();
    }
    for (int level = 0; level < levels; ++level)
      byLevel[level][x] = cell[level];
  }
  return byLevel;
}

void expectLevels(const Instance &instance, int levels, int steps) {
  const auto wanted = expected(levels, steps);
  for (int level = 0; level < levels; ++level) {
    std::vector<double> got(kCells);
    ASSERT_EQ(instance.copyOut("u", -level, got.data()), 0) << instance.lastError();
    EXPECT_EQ(got, wanted[level]) << "level t-" << level << " after " << steps << " steps";
  }
  std::vector<double> constant(kCells);
  ASSERT_EQ(instance.copyOut("c", 0, constant.data()), 0);
  EXPECT_EQ(constant, std::vector<double>(kCells, 7));
}

template <int Levels, int Steps> void runsInGroups() {
  SCOPED_TRACE(testing::Message() << Levels << " levels, " << Steps << " steps at once");
  for (int steps = 0; steps <= 3 * Steps + 1; ++steps) {
    const auto instance = make(program<Levels, Steps>());
    ASSERT_EQ(instance->run(steps), 0);
    ASSERT_EQ(instance->synchronize(), 0);
    EXPECT_EQ(calls.fused, steps / Steps);
    EXPECT_EQ(calls.single, steps % Steps);
    expectLevels(*instance, Levels, steps);
  }
}

TEST(FusedSteps, wholeGroupsThenSingleSteps) {
  runsInGroups<1, 2>();
  runsInGroups<1, 5>();
  runsInGroups<2, 2>();
  runsInGroups<2, 5>();
  runsInGroups<3, 2>();
  runsInGroups<3, 5>();
}

// A buffer that a run has just written is never the one it reads.
TEST(FusedSteps, runsFollowEachOther) {
  const auto instance = make(program<3, 2>());
  int done = 0;
  for (int steps : {1, 4, 3, 2, 5, 1, 1, 7}) {
    ASSERT_EQ(instance->run(steps), 0);
    expectLevels(*instance, 3, done += steps);
  }
}

TEST(FusedSteps, resetAndLevelsGivenFromOutside) {
  const auto instance = make(program<2, 5>());
  ASSERT_EQ(instance->run(7), 0);
  ASSERT_EQ(instance->reset(), 0);
  ASSERT_EQ(instance->run(6), 0);
  expectLevels(*instance, 2, 6);
  // After a fused run the levels are in other buffers; both can be set.
  std::vector<double> now(kCells), before(kCells);
  ASSERT_EQ(instance->copyOut("u", 0, now.data()), 0);
  ASSERT_EQ(instance->copyOut("u", -1, before.data()), 0);
  const auto other = make(program<2, 5>());
  ASSERT_EQ(other->run(10), 0);
  ASSERT_EQ(other->copyIn("u", 0, now.data()), 0);
  ASSERT_EQ(other->copyIn("u", -1, before.data()), 0);
  ASSERT_EQ(other->run(5), 0);
  expectLevels(*other, 2, 11);
}

TEST(FusedSteps, oneStepAtOnceNeedsNoGroups) {
  ProgramDescription plain = program<2, 2>();
  plain.fused = nullptr;
  plain.fusedCount = 0;
  const auto instance = make(plain);
  ASSERT_EQ(instance->run(5), 0);
  EXPECT_EQ(calls.fused, 0);
  EXPECT_EQ(calls.single, 5);
  expectLevels(*instance, 2, 5);
}

// Two depths without a common divisor do any larger number; a launch costs as much as two steps.
TEST(FusedSteps, whatGroupsLeaveOverIsDoneByShallowerKernels) {
  static const FusedKernel variantTable[] = {{.steps = 5, .launch = fused<2, 5>, .cost = 50},
                                             {.steps = 3, .launch = fused<2, 3>, .cost = 33}};
  ProgramDescription description = program<2, 5>();
  description.fused = variantTable;
  description.fusedCount = 2;
  description.stepCost = 30;
  // Launches of both, and single steps, for 0 steps, 1 step ...
  const std::vector<std::pair<int, int>> wanted = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 0},
                                                   {2, 0}, {2, 1}, {2, 0}, {3, 0}, {2, 0}, {3, 0}};
  for (int steps = 0; steps < static_cast<int>(wanted.size()); ++steps) {
    SCOPED_TRACE(steps);
    const auto instance = make(description);
    ASSERT_EQ(instance->run(steps), 0);
    EXPECT_EQ(calls.fused, wanted[static_cast<std::size_t>(steps)].first);
    EXPECT_EQ(calls.single, wanted[static_cast<std::size_t>(steps)].second);
    expectLevels(*instance, 2, steps);
  }
}

// --- which buffer holds which level --------------------------------------------------------------

TEST(FusedSteps, whatIsWrittenIsNeverWhatIsRead) {
  for (int levels = 1; levels <= 3; ++levels)
    for (int steps : {1, 2, 5}) {
      FieldMemory memory;
      unsigned char bytes[16];
      memory.memory = bytes;
      memory.bufferBytes = 1;
      memory.levels = levels;
      memory.buffers = levels + std::min(levels, steps);
      for (int turn = 0; turn < 7; ++turn) {
        const int written = std::min(levels, steps);
        for (int to = 1; to <= written; ++to)
          for (int from = 0; from < levels; ++from)
            EXPECT_NE(memory.buffer(to), memory.buffer(-from));
        void *const newest = memory.buffer(written), *const oldest = memory.buffer(1);
        memory.rotate(steps);
        EXPECT_EQ(memory.buffer(0), newest);
        EXPECT_EQ(memory.buffer(1 - written), oldest);
      }
    }
}

} // namespace
