/// \file Runs that begin with single steps and go over to kernels that come meanwhile: at any
/// step, every step done once, and only to kernels that go with their fields.
#include "HandPrograms.h"
#include "runtime/core/instance/Instance.h"
#include "runtime/program/Main.h"
#include "runtime/program/Summary.h"
#include <functional>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace stencilc;

namespace going_over_test {
using testing::HasSubstr;
using testing::Not;
namespace {

struct Calls {
  int single = 0, planned = 0, fused = 0, other = 0;
};
Calls calls; // emitted functions have no place for it

/// A kernel that does so many steps: u counts them, two levels of it.
template <int Calls::*Counted, int Steps> void kernel(Step &s) {
  ++(calls.*Counted);
  constexpr int kWritten = Steps < 2 ? Steps : 2;
  for (int x = 0; x < s.grid().nx; ++x) {
    const double newest = s.read<double>(0, 0)(x) + Steps;
    for (int i = 0; i < kWritten; ++i)
      s.write<double>(0, kWritten - i)(x) = newest - i;
  }
}

double initial(int, const double *, const Grid &, std::int64_t x, std::int64_t, std::int64_t) {
  return 1000.0 * double(x);
}

const FieldDescription fields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 2, .buffers = 4, .updated = true},
    {.name = "c", .storage = Scalar::F32, .levels = 1, .buffers = 1, .updated = false},
};
const FusedKernel kernels[] = {
    {.steps = 4, .launch = kernel<&Calls::fused, 4>, .cost = 400},
    {.steps = 1, .launch = kernel<&Calls::other, 1>, .cost = 150, .schedule = "sweep"}};

/// What a run begins with.
ProgramDescription first() {
  ProgramDescription made =
      programs::ofOneAxis("count", "naive", fields, initial, kernel<&Calls::single, 1>);
  made.sizeHint[0] = 3;
  return made;
}
/// All of it.
ProgramDescription planned(int kernelCount = 1) {
  ProgramDescription made = first();
  made.schedule = "wavefront";
  made.step = kernel<&Calls::planned, 1>;
  made.stepCost = 200;
  made.fused = kernels;
  made.fusedCount = kernelCount;
  return made;
}

std::unique_ptr<Instance> make(const ProgramDescription &program, InstanceOptions options = {}) {
  calls = {};
  options.extents[0] = 3;
  char message[512] = "";
  std::unique_ptr<Instance> instance(Instance::create(program, options, message, sizeof message));
  EXPECT_TRUE(instance) << message;
  return instance;
}

void expectSteps(const Instance &instance, int steps) {
  EXPECT_EQ(instance.stepsDone(), steps);
  for (int level = 0; level < 2; ++level) {
    double cells[3] = {};
    ASSERT_EQ(instance.copyOut("u", -level, cells), 0) << instance.lastError();
    for (int x = 0; x < 3; ++x)
      EXPECT_EQ(cells[x], 1000 * x + std::max(0, steps - level)) << "level " << level;
  }
}

TEST(HotSwap, betweenAnyTwoSteps) {
  const ProgramDescription begins = first(), all = planned();
  for (int before = 0; before <= 5; ++before)
    for (int after = 0; after <= 9; ++after) {
      auto instance = make(begins);
      ASSERT_EQ(instance->run(before), 0);
      ASSERT_EQ(instance->hotSwap(all, after), 0) << instance->lastError();
      ASSERT_EQ(instance->run(after), 0);
      expectSteps(*instance, before + after);
      EXPECT_EQ(calls.single, before);
      EXPECT_EQ(calls.fused, after / 4);
      EXPECT_EQ(calls.planned, after % 4);
    }
}

TEST(HotSwap, afterwardsAllStartsAgainWithTheNewKernels) {
  const ProgramDescription begins = first(), all = planned();
  auto instance = make(begins);
  ASSERT_EQ(instance->run(2), 0);
  ASSERT_EQ(instance->hotSwap(all, 0), 0);
  ASSERT_EQ(instance->reset(), 0);
  ASSERT_EQ(instance->run(5), 0);
  expectSteps(*instance, 5);
  EXPECT_EQ(calls.single, 2);
}

TEST(HotSwap, theTrialIsOfTheStepsThatAreLeft) {
  const ProgramDescription begins = first();
  ProgramDescription all = planned(2);
  all.isTried = true;
  InstanceOptions options;
  options.steps = 100000;
  for (const bool isLong : {true, false}) {
    options.triesKernels = true;
    auto instance = make(begins, options);
    ASSERT_EQ(instance->run(50), 0);
    EXPECT_TRUE(instance->itsEngine().triedKernels().empty());
    ASSERT_EQ(instance->hotSwap(all, isLong ? 99950 : 20), 0);
    ASSERT_EQ(instance->run(5000), 0);
    expectSteps(*instance, 5050);
    EXPECT_EQ(instance->itsEngine().triedKernels().size(), isLong ? 3u : 0u);
    EXPECT_FALSE(instance->itsEngine().areRatesLearnt());
    options.triesKernels = false;
    instance = make(begins, options);
    ASSERT_EQ(instance->hotSwap(all, 100000), 0);
    ASSERT_EQ(instance->run(5000), 0);
    EXPECT_TRUE(instance->itsEngine().triedKernels().empty());
  }
}

TEST(HotSwap, learntRatesAreOfTheNewKernels) {
  const ProgramDescription begins = first();
  ProgramDescription all = planned(2);
  all.isTried = true;
  InstanceOptions options;
  options.steps = 100;
  options.learnt = {{"wavefront", 4, 1e9}, {"sweep", 1, 4e9}, {"naive", 1, 2e9}};
  auto instance = make(begins, options);
  ASSERT_EQ(instance->run(50), 0);
  EXPECT_FALSE(instance->itsEngine().areRatesLearnt());
  ASSERT_EQ(instance->hotSwap(all, 50), 0);
  ASSERT_EQ(instance->run(50), 0);
  expectSteps(*instance, 100);
  EXPECT_TRUE(instance->itsEngine().areRatesLearnt());
  EXPECT_EQ(calls.other, 50);
}

TEST(HotSwap, kernelsForOtherFieldsAreRefused) {
  const ProgramDescription begins = first();
  static FieldDescription changed[2];
  static const ParameterDescription parameter = {
      .name = "d", .value = 1, .low = 0, .high = 0, .hasRange = false};
  const auto expectRefused = [&](const char *what,
                                 const std::function<void(ProgramDescription &)> &change) {
    std::copy(fields, fields + 2, changed);
    ProgramDescription all = planned();
    all.fields = changed;
    change(all);
    auto instance = make(begins);
    ASSERT_EQ(instance->run(2), 0);
    EXPECT_NE(instance->hotSwap(all, 8), 0) << what;
    EXPECT_EQ(instance->lastError(),
              std::string("the new kernels were compiled for other ") + what);
    ASSERT_EQ(instance->run(8), 0); // as it began
    expectSteps(*instance, 10);
    EXPECT_EQ(calls.single, 10);
  };
  expectRefused("programs", [](auto &all) { all.name = "counts"; });
  expectRefused("programs", [](auto &all) { all.world = ExecutionSpace::Cuda; });
  expectRefused("fields", [](auto &) { changed[0].buffers = 3; });
  expectRefused("fields", [](auto &) { changed[0].levels = 1; });
  expectRefused("fields", [](auto &) { changed[1].storage = Scalar::F64; });
  expectRefused("fields", [](auto &) { changed[1].updated = true; });
  expectRefused("fields", [](auto &) { changed[1].name = "d"; });
  expectRefused("fields", [](auto &all) { all.fieldCount = 1; });
  expectRefused("pitches", [](auto &all) { all.rowPitch = 512; });
  expectRefused("parameters", [](auto &all) { all.uniformBytes = 8; });
  expectRefused("parameters", [](auto &all) {
    all.parameters = &parameter;
    all.parameterCount = 1;
  });
}

// --- the program around it -----------------------------------------------------------------------

/// Kernels that come when they have been looked for so often, or not at all.
struct Coming {
  const ProgramDescription *program = nullptr;
  int looks = 0, comeAt = 3;
};
BetterKernels::Answer look(void *user, const ProgramDescription *&program) {
  Coming &coming = *static_cast<Coming *>(user);
  if (++coming.looks < coming.comeAt)
    return BetterKernels::Answer::NotYet;
  program = coming.program;
  return program ? BetterKernels::Answer::Here : BetterKernels::Answer::Never;
}

struct Output {
  std::string printed, said;
};
Output run(Coming &coming, std::vector<const char *> words) {
  static const ProgramDescription begins = first();
  words.insert(words.begin(), "count");
  calls = {};
  const BetterKernels better = {look, &coming, "wavefront:steps=4"};
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EXPECT_EQ(programMain(begins, int(words.size()), words.data(), &better), 0);
  Output output;
  output.printed = testing::internal::GetCapturedStdout();
  output.said = testing::internal::GetCapturedStderr();
  return output;
}

TEST(HotSwap, theSummarySaysWhen) {
  const ProgramDescription all = planned();
  Coming coming{&all};
  const Output output = run(coming, {"--steps=100000", "--json"});
  const nlohmann::json json = nlohmann::json::parse(output.printed);
  EXPECT_EQ(json["kernels"]["first"], "naive");
  EXPECT_EQ(json["schedule"], "wavefront");
  EXPECT_EQ(json["planned"], scheduleText(all));
  EXPECT_GT(json["first_step_seconds"], 0);
  EXPECT_EQ(json["kernels"]["steps"], calls.single);
  EXPECT_GT(json["kernels"]["glups_after"], 0);
  EXPECT_EQ(calls.single + 4 * calls.fused + calls.planned, 100000);
  EXPECT_EQ(coming.looks, 3);
  EXPECT_LE(calls.single, 1 + 8 + 64); // batches grow from one step
  EXPECT_GT(calls.fused, 20000);
  EXPECT_EQ(output.said, "");
  coming.looks = 0;
  EXPECT_THAT(run(coming, {"--steps=100000", "-v"}).printed,
              testing::ContainsRegex("kernels   naive first, wavefront from step [0-9]+ on "
                                     "\\(after .*s\\): [0-9.e-]+ GLUP/s\n"));
}

TEST(HotSwap, aRunThatIsOverBeforeLosesNothing) {
  const ProgramDescription all = planned();
  for (const int comeAt : {1, 1000}) { // with its last step, and not at all
    Coming coming{&all, 0, comeAt};
    const Output output = run(coming, {"--steps=1", "-v", "--predicted=1"});
    EXPECT_EQ(calls.single, 1);
    EXPECT_THAT(
        output.printed,
        HasSubstr("kernels   naive alone: the run ended before the other kernels were compiled\n"));
    EXPECT_THAT(output.printed, Not(HasSubstr("predicted"))); // that was of the others
    EXPECT_EQ(output.said, "");
  }
}

TEST(HotSwap, withoutThemItGoesOnAsItBegan) {
  Coming never;
  EXPECT_THAT(run(never, {"--steps=5000", "-v"}).printed,
              HasSubstr("kernels   naive alone: the other kernels could not be compiled\n"));
  EXPECT_EQ(calls.single, 5000);
  EXPECT_EQ(never.looks, 3);
  ProgramDescription other = planned();
  other.rowPitch = 512;
  Coming useless{&other};
  const Output output = run(useless, {"--steps=5000"});
  EXPECT_EQ(calls.single, 5000);
  EXPECT_EQ(output.said, "count: note: the new kernels were compiled for other pitches\n");
  EXPECT_EQ(useless.looks, 3);
}

TEST(HotSwap, aProgramWithAllKernelsWaitsForNothing) {
  const ProgramDescription all = planned();
  const char *const words[] = {"count", "--steps=100", "-v"};
  testing::internal::CaptureStdout();
  EXPECT_EQ(programMain(all, 3, words), 0);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), Not(HasSubstr("kernels")));
}

} // namespace
} // namespace going_over_test
