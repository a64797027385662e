/// \file Trials of kernels: the fastest does the run, whatever the compiler thought of it, and
/// every step is done once. For the CPU device, where a launch may be refused.
#include "HandPrograms.h"
#include "runtime/core/device/HostDevice.h"
#include "runtime/core/device/Team.h"
#include "runtime/core/instance/Instance.h"
#include "runtime/simt/EmulatedDevice.h"
#include <atomic>
#include <gtest/gtest.h>

namespace stencilc::stepper_test {
namespace {

constexpr int kCell = 4321; // the only one that is computed: it counts the steps

/// How often each kernel was launched.
struct Calls {
  int fused = 0, other = 0, single = 0;
};
Calls calls;

void advance(Step &s, int steps) {
  s.write<double>(0)(kCell) = s.read<double>(0, 0)(kCell) + steps;
}
double now = 0; // seconds on the clock of ClockedDevice

/// The CPU device on a clock that kernels alone move: trials find the same on every machine.
class ClockedDevice final : public HostDevice {
public:
  ExecutionSpace world() const override { return ExecutionSpace::CpuDevice; }
  std::unique_ptr<Stopwatch> makeStopwatch() override { return std::make_unique<Watch>(); }

private:
  struct Watch final : Stopwatch {
    double began = 0, ended = 0;

    Status start(Stream) override {
      began = now;
      return {};
    }
    Status stop(Stream) override {
      ended = now;
      return {};
    }
    Status seconds(double &result) const override {
      result = ended - began;
      return {};
    }
  };
};

/// A kernel that does so many steps and takes a while.
template <int Calls::*Counted, int Steps, int Microseconds> void kernel(Step &s) {
  now += 1e-6 * Microseconds;
  ++(calls.*Counted);
  advance(s, Steps);
}
constexpr auto quickFused = kernel<&Calls::fused, 4, 10>,
               slowFused = kernel<&Calls::fused, 4, 8000>,
               quickOther = kernel<&Calls::other, 1, 10>,
               slowOther = kernel<&Calls::other, 1, 3000>, quickFive = kernel<&Calls::other, 5, 10>,
               slowSingle = kernel<&Calls::single, 1, 2000>;
/// A kernel that computes as many steps as the launch asks for.
void anyNumber(Step &s) {
  now += 1e-5 * s.count();
  ++calls.fused;
  advance(s, s.count());
}
__global__ void nothing() {}
void impossibleOther(Step &s) {
  ++calls.other;
  s.launch("other", nothing, {.grid = dim3(1, 70000), .block = dim3(32)});
}

double initial(int, const double *, const Grid &, std::int64_t, std::int64_t, std::int64_t) {
  return 0;
}

const FieldDescription fields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true}};

/// A program as emitted: a kernel of four steps, one of another schedule, and single steps. Costs
/// are in nanoseconds for 1e9 cells.
struct Program {
  FusedKernel kernels[2];
  ProgramDescription description;

  Program(void (*fused)(Step &), void (*other)(Step &), void (*single)(Step &))
      : kernels{{.steps = 4, .launch = fused, .cost = 400000000},
                {.steps = 1, .launch = other, .cost = 150000000, .schedule = "sweep"}} {
    description = programs::ofOneAxis("count", "wavefront", fields, initial, single);
    description.stepCost = 200000000;
    description.fused = kernels;
    description.fusedCount = 2;
    description.isTried = true;
  }

  std::unique_ptr<Instance> make(std::int64_t steps,
                                 const std::vector<KernelRate> &learnt = {}) const {
    static ClockedDevice device;
    useEmulatedDevice(device);
    calls = {};
    InstanceOptions options;
    options.extents[0] = 1000000; // launches of 0.15 ms and more, as the costs say
    options.steps = steps;
    options.triesKernels = true;
    options.learnt = learnt;
    char message[512] = "";
    std::unique_ptr<Instance> instance(
        Instance::create(description, options, message, sizeof message));
    EXPECT_TRUE(instance) << message;
    return instance;
  }
};

void expectSteps(const Instance &instance, double steps) {
  double cell = -1;
  EXPECT_EQ(instance.cellsOut(0, 0, kCell, 1, &cell), 0) << instance.lastError();
  EXPECT_EQ(cell, steps);
  EXPECT_EQ(instance.stepsDone(), static_cast<std::int64_t>(steps));
}

TEST(Stepper, theFastestDoesTheRun) {
  const Program program(slowFused, quickOther, slowSingle);
  auto instance = program.make(300);
  ASSERT_EQ(instance->run(300), 0) << instance->lastError();
  expectSteps(*instance, 300);
  EXPECT_EQ(calls.fused, 4); // one to warm up and three rounds
  EXPECT_EQ(calls.single, 4);
  EXPECT_EQ(calls.other, 300 - 4 * 4 - 4);
  const std::vector<TriedKernel> tried = instance->itsEngine().triedKernels();
  ASSERT_EQ(tried.size(), 3u);
  EXPECT_STREQ(tried[0].schedule, "sweep");
  EXPECT_EQ(tried[0].steps, 1);
  for (std::size_t i = 1; i < tried.size(); ++i)
    EXPECT_LT(tried[i].updatesPerSecond, tried[0].updatesPerSecond);
  ASSERT_EQ(instance->reset(), 0); // what was found stays
  calls = {};
  ASSERT_EQ(instance->run(300), 0);
  expectSteps(*instance, 300);
  EXPECT_EQ(calls.other, 300);
}

/// Fused steps of another depth stand first where they are more: single steps stay what they are.
TEST(Stepper, aDeeperAlternativeLeavesTheRestToItsOwnKernels) {
  Program program(slowFused, quickFive, slowSingle);
  std::swap(program.kernels[0], program.kernels[1]);
  program.kernels[0].steps = 5;
  program.kernels[0].cost = 750000000;
  program.kernels[0].schedule = "wavefront";
  auto instance = program.make(503);
  ASSERT_EQ(instance->run(503), 0) << instance->lastError();
  expectSteps(*instance, 503);
  const std::vector<TriedKernel> tried = instance->itsEngine().triedKernels();
  ASSERT_EQ(tried.size(), 3u);
  EXPECT_EQ(tried[0].steps, 5);
  EXPECT_EQ(tried[1].steps, 4);
  EXPECT_STREQ(tried[1].schedule, "wavefront");
  EXPECT_STREQ(tried[2].schedule, "naive");
}

TEST(Stepper, aTrialGoesOnInTheNextRun) {
  const Program program(slowFused, quickOther, slowSingle);
  auto instance = program.make(400);
  int done = 0;
  for (int steps = 1; done + steps <= 400; done += steps, steps = steps % 7 + 1)
    ASSERT_EQ(instance->run(steps), 0) << instance->lastError();
  expectSteps(*instance, done);
  EXPECT_EQ(instance->itsEngine().triedKernels().size(), 3u);
}

/// Reports and saves divide a run into segments that are shorter than a turn of a kernel.
TEST(Stepper, aTurnGoesOnInTheNextSegment) {
  Program program(quickFused, quickOther, slowSingle);
  program.kernels[0].cost /= 10; // 3 launches a turn, the others 7 and 5
  program.kernels[1].cost /= 10;
  program.description.stepCost /= 10;
  auto instance = program.make(1000);
  for (int done = 0; done < 300; done += 6)
    ASSERT_EQ(instance->run(6), 0) << instance->lastError();
  expectSteps(*instance, 300);
  const std::vector<TriedKernel> tried = instance->itsEngine().triedKernels();
  ASSERT_EQ(tried.size(), 3u);
  EXPECT_NEAR(tried[0].updatesPerSecond, 1e6 * 4 / 10e-6, 1e6);
  EXPECT_NEAR(tried[1].updatesPerSecond, 1e6 / 10e-6, 1e6);
  EXPECT_NEAR(tried[2].updatesPerSecond, 1e6 / 2000e-6, 1e6);
  EXPECT_EQ(tried[0].steps, 4);
}

/// An event after every third step, such as a report.
struct EveryThird final : Event {
  std::int64_t next(std::int64_t step) const override { return nextMultiple(step, 3); }
  std::int64_t interval() const override { return 3; }
  Status happen(const RunPoint &) override { return {}; }
};

/// A kernel that fuses more steps than there are between two reports is left out, not the others.
TEST(Stepper, theOthersAreTriedIfAKernelFusesTooManySteps) {
  const Program program(quickFused, quickOther, slowSingle);
  EveryThird event;
  auto instance = program.make(400);
  const AddedEvent added(instance->timeline(), event);
  ASSERT_EQ(instance->run(400), 0) << instance->lastError();
  expectSteps(*instance, 400);
  EXPECT_EQ(calls.fused, 0);
  const std::vector<TriedKernel> tried = instance->itsEngine().triedKernels();
  ASSERT_EQ(tried.size(), 2u);
  EXPECT_STREQ(tried[0].schedule, "sweep");
  EXPECT_STREQ(tried[1].schedule, "naive");
}

TEST(Stepper, aShorterRunHasFewerRounds) {
  const Program program(slowFused, quickOther, slowSingle);
  auto instance = program.make(130);
  ASSERT_EQ(instance->run(130), 0);
  expectSteps(*instance, 130);
  EXPECT_EQ(calls.fused, 2); // one to warm up and one round
  EXPECT_EQ(calls.single, 2);
  EXPECT_EQ(instance->itsEngine().triedKernels().size(), 3u);
}

/// Rates of an earlier run are used from the first step on, also in runs too short for a trial.
TEST(Stepper, learntRatesReplaceATrial) {
  const Program program(slowFused, quickOther, slowSingle);
  const std::vector<KernelRate> learnt = {
      {"sweep", 1, 9e9}, {"naive", 1, 3e9}, {"wavefront", 4, 5e9}};
  for (const int steps : {300, 10}) {
    auto instance = program.make(steps, learnt);
    ASSERT_EQ(instance->run(steps), 0) << instance->lastError();
    expectSteps(*instance, steps);
    EXPECT_EQ(calls.other, steps);
    EXPECT_EQ(calls.fused + calls.single, 0);
    EXPECT_TRUE(instance->itsEngine().areRatesLearnt());
    const std::vector<TriedKernel> tried = instance->itsEngine().triedKernels();
    ASSERT_EQ(tried.size(), 3u);
    EXPECT_STREQ(tried[1].schedule, "wavefront");
    EXPECT_EQ(tried[1].steps, 4);
    EXPECT_EQ(tried[1].updatesPerSecond, 5e9);
  }
}

TEST(Stepper, learntRatesOfOtherKernelsAreNotUsed) {
  const Program program(slowFused, quickOther, slowSingle);
  for (const std::vector<KernelRate> &learnt :
       {std::vector<KernelRate>{{"sweep", 1, 1e9}, {"naive", 1, 3e9}}, // one is missing
        {{"sweep", 1, 1e9}, {"naive", 1, 3e9}, {"wavefront", 5, 5e9}},
        {{"tensorcore", 1, 1e9}, {"naive", 1, 3e9}, {"wavefront", 4, 5e9}}}) {
    auto instance = program.make(300, learnt);
    ASSERT_EQ(instance->run(300), 0) << instance->lastError();
    EXPECT_EQ(instance->itsEngine().triedKernels().size(), 3u);
    EXPECT_FALSE(instance->itsEngine().areRatesLearnt());
    EXPECT_EQ(calls.fused, 4); // a trial
  }
}

/// A kernel that reports leave no room for need not have a rate.
TEST(Stepper, learntRatesAreNeededForKernelsThatFitBetweenReports) {
  const Program program(quickFused, slowOther, slowSingle);
  EveryThird event;
  auto instance = program.make(300, {{"sweep", 1, 1e9}, {"naive", 1, 3e9}});
  const AddedEvent added(instance->timeline(), event);
  ASSERT_EQ(instance->run(300), 0) << instance->lastError();
  EXPECT_TRUE(instance->itsEngine().areRatesLearnt());
  EXPECT_EQ(calls.single, 300);
}

/// A program like others, whose first kernel computes 2 to 100 steps.
struct ProgramOfAnyNumber : Program {
  ProgramOfAnyNumber() : Program(anyNumber, slowOther, slowSingle) {
    FusedKernel &kernel = kernels[0];
    kernel.steps = 100;
    kernel.cost = 2000000000;
    kernel.fewest = 2;
    kernel.costOfFewest = 290000000;
  }
};

TEST(Stepper, aKernelOfAnyNumberOfStepsNeedsNoOthers) {
  const ProgramOfAnyNumber program;
  auto instance = program.make(0);
  int steps = 0, launches = 0;
  for (const auto &[more, itsLaunches] : {std::pair{13, 1}, {250, 3}, {100, 1}, {101, 2}, {2, 1}}) {
    ASSERT_EQ(instance->run(more), 0) << instance->lastError();
    expectSteps(*instance, steps += more);
    EXPECT_EQ(calls.fused, launches += itsLaunches) << more;
    EXPECT_EQ(calls.single + calls.other, 0);
  }
  ASSERT_EQ(instance->run(1), 0) << "fewer than it computes";
  EXPECT_EQ(calls.single, 0);
  EXPECT_EQ(calls.other, 1);
}

TEST(Stepper, aKernelOfAnyNumberOfStepsIsTried) {
  const ProgramOfAnyNumber program;
  auto instance = program.make(5000);
  ASSERT_EQ(instance->run(5000), 0) << instance->lastError();
  expectSteps(*instance, 5000);
  const std::vector<TriedKernel> tried = instance->itsEngine().triedKernels();
  ASSERT_EQ(tried.size(), 3u);
  EXPECT_EQ(tried[0].steps, 100);
  EXPECT_STREQ(tried[0].schedule, "wavefront");
  auto later = program.make(10, {{"sweep", 1, 3e9}, {"naive", 1, 3e9}, {"wavefront", 100, 5e9}});
  ASSERT_EQ(later->run(10), 0) << later->lastError();
  EXPECT_TRUE(later->itsEngine().areRatesLearnt());
  EXPECT_EQ(calls.fused, 0) << "as predicted, each launch costs much";
}

/// A trial of such a kernel lasts no longer than the steps between two reports.
TEST(Stepper, aKernelOfAnyNumberOfStepsIsTriedBetweenReports) {
  const ProgramOfAnyNumber program;
  EveryThird event;
  auto instance = program.make(5000);
  const AddedEvent added(instance->timeline(), event);
  ASSERT_EQ(instance->run(5000), 0) << instance->lastError();
  expectSteps(*instance, 5000);
  EXPECT_EQ(instance->itsEngine().triedKernels().size(), 3u);
  EXPECT_GT(calls.fused, 1500);
}

TEST(Stepper, shortRunsAreAsPlanned) {
  const Program program(slowFused, quickOther, slowSingle);
  auto instance = program.make(60); // less than eight times what a trial takes
  ASSERT_EQ(instance->run(60), 0);
  expectSteps(*instance, 60);
  EXPECT_EQ(calls.fused, 15);
  EXPECT_TRUE(instance->itsEngine().triedKernels().empty());
}

TEST(Stepper, nothingIsTriedWhereNobodySaysHowLongARunIs) {
  const Program program(slowFused, quickOther, slowSingle);
  auto instance = program.make(0);
  ASSERT_EQ(instance->run(400), 0);
  EXPECT_EQ(calls.fused, 100);
}

TEST(Stepper, anAlternativeThatDoesNotFitIsForgotten) {
  const Program program(quickFused, impossibleOther, slowSingle);
  auto instance = program.make(300);
  ASSERT_EQ(instance->run(300), 0) << instance->lastError();
  expectSteps(*instance, 300);
  EXPECT_EQ(calls.other, 1);
}

int asked = 0; // how often for what the driver calls a kernel

/// A launch as of text that nvcc has built.
struct Registered : Step {
  static void launch(const Step &s) {
    const KernelLaunch launch = {
        .name = "nothing",
        .kernel = reinterpret_cast<const void *>(&nothing),
        .handle =
            [](const void *kernel, const char *&) {
              ++asked;
              return kernel;
            },
        .call = [](const void *) { nothing(); },
        .text = nullptr,
        .arguments = nullptr,
        .grid = {1, 1, 1},
        .block = {32, 1, 1},
        .cluster = {1, 1, 1},
        .sharedBytes = 0,
        .barriers = false,
        .isDependent = false,
        .inPairs = false,
    };
    (s.*&Registered::calls)->launch(s.*&Registered::run, launch);
    ++stepper_test::calls.single;
  }
};

TEST(Stepper, whatTheDriverCallsAKernelIsAskedOnceInALife) {
  installEmulatedDevice(); // in place of the device with a clock
  calls = {};
  asked = 0;
  const ProgramDescription description = programs::ofOneAxis(
      "count", "naive", fields, initial, [](Step &s) { Registered::launch(s); });
  InstanceOptions options;
  options.extents[0] = 4;
  char message[512] = "";
  const std::unique_ptr<Instance> instance(
      Instance::create(description, options, message, sizeof message));
  ASSERT_TRUE(instance) << message;
  for (const int steps : {3, 4})
    ASSERT_EQ(instance->run(steps), 0) << instance->lastError();
  EXPECT_EQ(calls.single, 7);
  EXPECT_EQ(asked, 1);
}

std::atomic<int> parts{0}; // of all loops since it was set

/// The parts of the loop that a step of `cells` cells is, for a team of four.
int partsOfAStep(std::int64_t cells) {
  const ProgramDescription description =
      programs::ofOneAxis("share", "loops", fields, initial, [](Step &s) {
        s.forParts(s.grid().nx, [](std::int64_t, std::int64_t) { ++parts; });
      });
  InstanceOptions options;
  options.extents[0] = cells;
  options.threads = 4;
  char message[512] = "";
  const std::unique_ptr<Instance> instance(
      Instance::create(description, options, message, sizeof message));
  EXPECT_TRUE(instance) << message;
  parts = 0;
  EXPECT_EQ(instance->run(1), 0) << instance->lastError();
  setHostThreads(0);
  return parts;
}

TEST(Stepper, stepsOfSmallGridsHaveFewThreads) {
  EXPECT_EQ(partsOfAStep(100), 1);
  EXPECT_EQ(partsOfAStep(30000), 1);
  EXPECT_EQ(partsOfAStep(40000), 2);
  EXPECT_EQ(partsOfAStep(60000), 3);
  EXPECT_EQ(partsOfAStep(1000000), 4);
}

TEST(Stepper, theProgramsOwnKernelMustFit) {
  const Program program(impossibleOther, quickOther, slowSingle);
  auto instance = program.make(0);
  EXPECT_NE(instance->run(8), 0);
  EXPECT_STREQ(instance->lastError(),
               "kernel 'other': a grid of 1 x 70000 x 1 blocks has more than 65535 along y; let "
               "each block do more cells along y");
}

} // namespace
} // namespace stencilc::stepper_test
