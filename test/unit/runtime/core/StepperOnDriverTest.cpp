/// \file Steps on a GPU that the test brings: launches on small grids go to the driver many at a
/// time.
#include "FakeCuda.h"
#include "HandPrograms.h"
#include "runtime/core/instance/Instance.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace stencilc::stepper_on_driver_test {

/// What launches name; the driver that runs nothing takes any address for a kernel.
extern "C" void stepKernel(const double *from, double *to, int number);
asm(".data\nstepKernel: .quad 0\n.text");

namespace {

int number = 0; // an argument of every launch

constexpr FieldDescription kFields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true}};

struct StepperOnDriverTest : testing::Test {
  ProgramDescription description;
  std::unique_ptr<Instance> instance;

  StepperOnDriverTest() {
    setenv("STENCILC_CUDA_DRIVER", FAKE_CUDA, 1);
    fake::setFreeMemory(std::size_t{1} << 30);
    number = 0;
    description = programs::ofOneAxis(
        "steps", "naive", kFields,
        [](int, const double *, const Grid &, std::int64_t, std::int64_t, std::int64_t) {
          return 0.0;
        },
        [](Step &s) {
          s.launch("step", stepKernel, {.grid = dim3(4), .block = dim3(32)},
                   s.read<double>(0, 0).data, s.write<double>(0).data, number);
        });
    description.world = ExecutionSpace::Cuda;
    description.target = "sm_90";
  }
  void make(std::int64_t cells, std::int64_t planned = 0) {
    InstanceOptions options;
    options.extents[0] = cells;
    options.steps = planned;
    options.triesKernels = planned > 0;
    char message[512] = "";
    instance.reset(Instance::create(description, options, message, sizeof message));
    ASSERT_TRUE(instance) << message;
    fake::forget();
  }
  void run(std::int64_t steps) { ASSERT_EQ(instance->run(steps), 0) << instance->lastError(); }

  static std::ptrdiff_t timesOf(const std::string &call) {
    const std::vector<std::string> calls = fake::calls();
    return std::count_if(calls.begin(), calls.end(),
                         [&](const std::string &each) { return each.rfind(call, 0) == 0; });
  }
  static std::ptrdiff_t launches() { return timesOf("cuLaunchKernelEx"); }
  static std::ptrdiff_t recordings() { return timesOf("cuGraphLaunch"); }
};

TEST_F(StepperOnDriverTest, stepsOfSmallGridsGoManyAtATime) {
  make(1000);
  run(1000);
  EXPECT_EQ(timesOf("cuGraphInstantiate"), 1);
  EXPECT_GE(recordings(), 13);
  // All but those that the recording took down ran: alone, or 64 at a time.
  EXPECT_EQ(launches() - 64 + 64 * recordings(), 1000);
  fake::forget();
  run(130); // as recorded before
  EXPECT_EQ(timesOf("cuGraphInstantiate"), 0);
  EXPECT_EQ(launches() + 64 * recordings(), 130);
  EXPECT_GE(recordings(), 1);
}

/// Between reports the host waits: launches do not wait for others that come after them.
TEST_F(StepperOnDriverTest, rowsOfFewerStepsAreRecordedWhole) {
  make(1000);
  for (int row = 0; row < 10; ++row)
    run(25);
  fake::forget();
  run(25); // 24 of 25 steps: two buffers take turns
  EXPECT_EQ(recordings(), 1);
  EXPECT_EQ(launches(), 1);
}

TEST_F(StepperOnDriverTest, otherArgumentsAreNotThoseRecorded) {
  make(1000);
  run(200);
  fake::forget();
  number = 1; // as a parameter that was changed
  run(200);
  EXPECT_EQ(timesOf("cuGraphInstantiate"), 1);
  EXPECT_EQ(launches() - 64 + 64 * recordings(), 200);
  EXPECT_LE(recordings(), 1); // the first one after as many launches as make it sure
}

/// Trials of two kernels of single steps.
struct TrialOnDriverTest : StepperOnDriverTest {
  FusedKernel other = {};

  /// A simulation whose steps take 15 or 20 us as predicted.
  void makeTried(std::int64_t cells, std::int64_t planned) {
    const std::int64_t microsecond = 1000000000000 / cells;
    other = {.steps = 1, .launch = description.step, .cost = 15 * microsecond, .schedule = "sweep"};
    description.fused = &other;
    description.fusedCount = 1;
    description.stepCost = 20 * microsecond;
    description.isTried = true;
    make(cells, planned);
  }
  /// Marks of the clock (|), graphs (g) and launches (l) in their order.
  static std::string order() {
    std::string text;
    bool isRecording = false;
    for (const std::string &call : fake::calls()) {
      const auto is = [&](const char *name) { return call.rfind(name, 0) == 0; };
      isRecording = is("cuStreamBeginCapture") || (isRecording && !is("cuStreamEndCapture"));
      text += is("cuEventRecord")                      ? "|"
              : is("cuGraphLaunch")                    ? "g"
              : is("cuLaunchKernelEx") && !isRecording ? "l"
                                                       : "";
    }
    return text;
  }
  std::size_t tried() const { return instance->itsEngine().triedKernels().size(); }
};

/// Each kernel that is tried is timed as what the device takes, not as what the host does: a first
/// recording keeps the device busy while the host enqueues the timed one.
TEST_F(TrialOnDriverTest, launchesOfSmallGridsAreTimedTogether) {
  makeTried(1000, 20000);
  run(1000);
  EXPECT_EQ(tried(), 2U);
  EXPECT_EQ(timesOf("cuGraphInstantiate"), 2 * 3 + 1); // both recordings of a turn are the same
  EXPECT_EQ(timesOf("cuGraphUpload"), 2 * 3);
  EXPECT_EQ(order().substr(0, 2 + 4 * 6), "ll"
                                          "g|g|g|g|g|g|g|g|g|g|g|g|");
  // All but those that recordings took down ran: alone, 48 at a time, or 64.
  EXPECT_EQ(launches() - 6 * 48 - 64 + 12 * 48 + 64 * (recordings() - 12), 1000);
}

/// A report every ten steps leaves no room for a turn in one piece.
TEST_F(TrialOnDriverTest, turnsAreDividedWhereTheHostWaits) {
  makeTried(1000, 20000);
  for (int row = 0; row < 60; ++row)
    run(10);
  EXPECT_EQ(tried(), 2U);
  EXPECT_EQ(order().substr(0, 11), "ll|g||g||g|"); // 8 launches, then 10 and 10
}

TEST_F(TrialOnDriverTest, pairsOfMarksAreAroundSingleLaunchesToo) {
  makeTried(1000, 20000);
  for (int row = 0; row < 300; ++row)
    run(1); // as with a receiver that reads each step
  EXPECT_EQ(tried(), 2U);
  EXPECT_EQ(order().substr(0, 11), "ll|l||l||l|");
}

TEST_F(TrialOnDriverTest, runsBelow50MillisecondsHaveNone) {
  makeTried(1000, 3300);
  run(3300);
  EXPECT_EQ(tried(), 0U);
  makeTried(1000, 3400);
  run(3400);
  EXPECT_EQ(tried(), 2U);
}

TEST_F(TrialOnDriverTest, launchesOnLargeGridsFollowOneThatIsNotTimed) {
  makeTried((std::int64_t{1} << 22) + 1, 20000);
  run(1000);
  EXPECT_EQ(tried(), 2U);
  EXPECT_EQ(recordings(), 0);
  EXPECT_EQ(order().substr(0, 5), "lll|l");
}

TEST_F(StepperOnDriverTest, stepsOfLargeGridsGoOneByOne) {
  make((std::int64_t{1} << 22) + 1);
  run(300);
  EXPECT_EQ(launches(), 300);
  EXPECT_EQ(recordings(), 0);
}

} // namespace
} // namespace stencilc::stepper_on_driver_test
