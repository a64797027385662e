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

/// Each kernel that is tried is timed as what the device takes, not as what the host does.
TEST_F(StepperOnDriverTest, aTrialTimesLaunchesOfSmallGridsTogether) {
  const FusedKernel other = {
      .steps = 1, .launch = description.step, .cost = 15000000000, .schedule = "sweep"};
  description.fused = &other;
  description.fusedCount = 1;
  description.stepCost = 20000000000;
  description.isTried = true;
  make(1000, 20000);
  run(400);
  EXPECT_EQ(instance->itsEngine().triedKernels().size(), 2U);
  EXPECT_EQ(timesOf("cuGraphInstantiate"), 2 * 4 + 1); // a first turn and three that are timed
  std::string order;                                   // of marks of the clock and graphs
  for (const std::string &call : fake::calls())
    order += call.rfind("cuEventRecord", 0) == 0   ? "|"
             : call.rfind("cuGraphLaunch", 0) == 0 ? "g"
                                                   : "";
  EXPECT_EQ(order.substr(0, 2 + 3 * 6), "gg"
                                        "|g||g||g||g||g||g|");
}

TEST_F(StepperOnDriverTest, stepsOfLargeGridsGoOneByOne) {
  make((std::int64_t{1} << 22) + 1);
  run(300);
  EXPECT_EQ(launches(), 300);
  EXPECT_EQ(recordings(), 0);
}

} // namespace
} // namespace stencilc::stepper_on_driver_test
