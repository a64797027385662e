/// \file Reports and rules at run time: when they are due, how runs are split for them, which
/// levels they see, what the interface tells; and the order of reductions, against a plain
/// restatement.
#include "ReduceReference.h"
#include "runtime/core/instance/Instance.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/Check.h"
#include "stencilc/Step.h"
#include <bit>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <tuple>

using namespace stencilc;

namespace checks_test {
namespace {

// --- a program with two levels: u[t+1] = u + 1 in x cells, three steps fused ---------------------

std::string order; // of steps and reductions; emitted functions have no place for it

void advance(Step &s, int steps) {
  const View<const double> u = s.read<double>(0, 0);
  for (int level = 1; level <= std::min(2, steps); ++level)
    for (int x = 0; x < s.grid().nx; ++x)
      s.write<double>(0, level)(x) = u(x) + steps - std::min(2, steps) + level;
}
void single(Step &s) {
  order += "1";
  advance(s, 1);
}
void fused(Step &s) {
  order += "3";
  advance(s, 3);
}

/// max of u[t+1] and of u[t-1] (or of u, the level before, which is always kept).
template <int Level> void reduceLevels(Check &c) {
  order += "r";
  const View<const double> next = c.read<double>(0, 1), before = c.read<double>(0, Level);
  c.reduce<Reduce::Max, Reduce::Sum>([&]<int width>(int x, int, int, auto &values) {
    for (int i = 0; i < width; ++i) {
      values[0][i] = next(x + i);
      values[1][i] = before(x + i);
    }
  });
}

double reportValue(int report, const double *, const Grid &, const Moment &,
                   const double *reduced) {
  return reduced[report];
}
bool ruleHolds(int, const double *parameters, const Grid &, const Moment &, const double *reduced) {
  return reduced[0] >= parameters[0];
}
double initial(int, const double *, const Grid &, std::int64_t, std::int64_t, std::int64_t) {
  return 0;
}

const FieldDescription fields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 2, .buffers = 4, .updated = true}};
const ParameterDescription parameters[] = {
    {.name = "limit", .value = 1e9, .low = 0, .high = 0, .hasRange = false}};
const Reduce reductions[] = {Reduce::Max, Reduce::Sum};
const int both[] = {0, 1};
const FusedKernel kernels[] = {{.steps = 3, .launch = fused}};
const ReportDescription reports[] = {{"largest", "max(u[t+1])", 4}, {"old", "sum(u[t-1])", 4}};
const RuleDescription rules[] = {{"largest >= limit", 4}};
const CheckDescription oldLevel[] = {{4, both, 2, true, reduceLevels<-1>}};
const CheckDescription keptLevel[] = {{4, both, 2, false, reduceLevels<0>}};

ProgramDescription describe(const CheckDescription *checks) {
  ProgramDescription p{};
  p.name = "counter";
  p.source = "counter.stencil";
  p.schedule = "wavefront";
  p.scheduleOptions = "";
  p.target = "cpu";
  p.rank = 1;
  p.axes[0] = "x";
  p.fields = fields;
  p.fieldCount = 1;
  p.parameters = parameters;
  p.parameterCount = 1;
  for (std::int64_t &least : p.minimumExtents)
    least = 1;
  p.initialValue = initial;
  p.step = single;
  p.fused = kernels;
  p.fusedCount = 1;
  p.reductions = reductions;
  p.reductionCount = 2;
  p.checks = checks;
  p.checkCount = 1;
  p.reports = reports;
  p.reportCount = 2;
  p.rules = rules;
  p.ruleCount = 1;
  p.reportValue = reportValue;
  p.ruleHolds = ruleHolds;
  return p;
}

std::unique_ptr<Instance> make(const ProgramDescription &program, std::int64_t cells = 5) {
  order.clear();
  InstanceOptions options;
  options.extents[0] = cells;
  char message[512] = "";
  std::unique_ptr<Instance> instance(Instance::create(program, options, message, sizeof message));
  EXPECT_TRUE(instance) << message;
  return instance;
}

using Heard = std::vector<std::tuple<std::int64_t, std::string, double>>;
void hear(void *to, std::int64_t step, const char *name, double value) {
  static_cast<Heard *>(to)->emplace_back(step, name, value);
}

TEST(Checks, runsEndAtTheStepThatIsDue) {
  const ProgramDescription program = describe(oldLevel);
  const auto instance = make(program);
  ASSERT_EQ(instance->run(10), 0);
  // t-1 is gone after three steps at once: the step before a check is one by itself.
  EXPECT_EQ(order, "31r31r11");
  const ProgramDescription other = describe(keptLevel);
  const auto second = make(other);
  ASSERT_EQ(second->run(10), 0);
  EXPECT_EQ(order, "31r31r11");
  ASSERT_EQ(second->run(5), 0); // goes on counting where it was
  EXPECT_EQ(order, "31r31r1111r3");
}

TEST(Checks, groupsMayEndOnACheckThatNeedsNoSingleStep) {
  static const CheckDescription everySix[] = {{6, both, 2, false, reduceLevels<0>}};
  static const CheckDescription everySixOld[] = {{6, both, 2, true, reduceLevels<-1>}};
  const ProgramDescription free = describe(everySix), bound = describe(everySixOld);
  ASSERT_EQ(make(free)->run(12), 0);
  EXPECT_EQ(order, "33r33r");
  ASSERT_EQ(make(bound)->run(12), 0);
  EXPECT_EQ(order, "3111r3111r");
}

TEST(Checks, levelsAreThoseOfTheStep) {
  const ProgramDescription old = describe(oldLevel), kept = describe(keptLevel);
  Heard heard;
  auto instance = make(old);
  instance->onReport(hear, &heard);
  ASSERT_EQ(instance->run(8), 0);
  // After step 4 u[t+1] is 4 and u[t-1] is 2, in five cells.
  EXPECT_EQ(heard, (Heard{{4, "largest", 4}, {4, "old", 10}, {8, "largest", 8}, {8, "old", 30}}));
  heard.clear();
  instance = make(kept);
  instance->onReport(hear, &heard);
  ASSERT_EQ(instance->run(4), 0);
  EXPECT_EQ(heard, (Heard{{4, "largest", 4}, {4, "old", 15}}));
  instance->onReport(nullptr, nullptr);
  ASSERT_EQ(instance->run(4), 0);
  EXPECT_EQ(heard.size(), 2u);
}

TEST(Checks, aRuleEndsTheRun) {
  const ProgramDescription program = describe(keptLevel);
  const auto instance = make(program);
  ASSERT_EQ(instance->setParameter("limit", 7), 0);
  ASSERT_EQ(instance->run(100), 0);
  EXPECT_EQ(instance->stepsDone(), 8);
  EXPECT_STREQ(instance->stopped(), "largest >= limit");
  double value = 0;
  std::int64_t step = 0;
  ASSERT_EQ(instance->getReport("largest", &value, &step), 0);
  EXPECT_EQ(value, 8);
  EXPECT_EQ(step, 8);
  // A later run goes on, until a rule holds again.
  ASSERT_EQ(instance->run(3), 0);
  EXPECT_EQ(instance->stopped(), nullptr);
  EXPECT_EQ(instance->stepsDone(), 11);
  ASSERT_EQ(instance->run(100), 0);
  EXPECT_EQ(instance->stepsDone(), 12);
  ASSERT_EQ(instance->reset(), 0);
  EXPECT_EQ(instance->stepsDone(), 0);
  EXPECT_EQ(instance->stopped(), nullptr);
  ASSERT_EQ(instance->getReport("largest", &value, &step), 0);
  EXPECT_EQ(step, 0);
}

TEST(Checks, aRunMayBeAsLongAsNumbersReach) {
  constexpr std::int64_t kLongest = std::numeric_limits<std::int64_t>::max();
  const ProgramDescription program = describe(keptLevel);
  const auto instance = make(program);
  ASSERT_EQ(instance->setParameter("limit", 7), 0);
  ASSERT_EQ(instance->run(3), 0);
  ASSERT_EQ(instance->run(kLongest), 0);
  EXPECT_EQ(instance->stepsDone(), 8);
  const auto listen = [](void *told, Int64, Int64 wanted) {
    *static_cast<Int64 *>(told) = wanted;
    return 0;
  };
  Int64 told = 0;
  instance->onProgress(listen, &told, 0);
  ASSERT_EQ(instance->setParameter("limit", 999), 0);
  ASSERT_EQ(instance->run(kLongest), 0);
  EXPECT_EQ(instance->stepsDone(), 1000);
  EXPECT_EQ(told, kLongest);
}

TEST(Checks, namesAreChecked) {
  const ProgramDescription program = describe(keptLevel);
  const auto instance = make(program);
  double value = 0;
  EXPECT_NE(instance->getReport("largets", &value, nullptr), 0);
  EXPECT_EQ(std::string(instance->lastError()),
            "'largets' is no report of counter; did you mean 'largest'?");
}

TEST(Checks, memoryOfTheCallerHoldsReductionsToo) {
  const ProgramDescription program = describe(keptLevel);
  ProgramDescription plain = program;
  plain.reductionCount = 0;
  InstanceOptions options;
  options.extents[0] = 5000;
  const std::size_t with = Instance::bytesNeeded(program, options),
                    without = Instance::bytesNeeded(plain, options);
  // Five segments and the one they become, of two reductions.
  EXPECT_EQ(with - without, (5 + 1) * 2 * sizeof(double));
  std::vector<unsigned char> memory(with + 64, 0xa5);
  options.memory = memory.data();
  options.memoryBytes = with;
  order.clear();
  std::unique_ptr<Instance> instance(Instance::create(program, options, nullptr, 0));
  ASSERT_TRUE(instance);
  ASSERT_EQ(instance->run(8), 0);
  for (std::size_t i = with; i < memory.size(); ++i)
    ASSERT_EQ(memory[i], 0xa5) << i - with << " bytes behind the end";
}

// --- the order, on the CPU ----------------------------------------------------------------------

void reduceGiven(Check &c) {
  c.reduce<Reduce::Sum, Reduce::Min>([&]<int width>(int x, int y, int z, auto &values) {
    for (int i = 0; i < width; ++i)
      values[0][i] = values[1][i] = valueAt(x + i, y, z);
  });
}

/// The squares of 11 * 2^-30, nearly half a unit in the last place of 1, and of 1 + 2^-28, which
/// has a sixteenth of one to spare, meet in one accumulator.
void reduceSquares(Check &c) {
  c.reduce<Reduce::Norm>([&]<int width>(int x, int, int, auto &values) {
    for (int i = 0; i < width; ++i)
      values[0][i] = x + i == 0 ? 11 * 0x1p-30 : x + i == 128 ? 1 + 0x1p-28 : 0;
  });
}

TEST(Checks, squaresEnterByOneRounding) {
  const ProgramDescription program = describe(keptLevel);
  const std::int64_t size[3] = {129, 1, 1};
  std::vector<FieldMemory> memory;
  std::uint64_t bytes = 0;
  ASSERT_TRUE(planFields(program, size, memory, bytes).ok());
  std::vector<unsigned char> buffer(bytes);
  DeviceRun run(hostDevice(), nullptr);
  Check check(run.runtime(), program, memory.data(), {}, placeFields(memory, buffer.data()));
  reduceSquares(check);
  ASSERT_TRUE(run.status().ok());
  const double a = 1 + 0x1p-28;
  EXPECT_EQ(check.result()[0], 1 + 0x1p-27 + 0x1p-52);
  EXPECT_EQ(a * a + 121 * 0x1p-60, 1 + 0x1p-27);
}

TEST(Checks, theOrderIsThatOfTheDefinition) {
  for (const auto &size : kReduceSizes) {
    ProgramDescription program = describe(keptLevel);
    program.rank = 3;
    program.axes[1] = "y";
    program.axes[2] = "z";
    std::vector<FieldMemory> memory;
    std::uint64_t bytes = 0;
    ASSERT_TRUE(planFields(program, size, memory, bytes).ok());
    std::vector<unsigned char> buffer(bytes);
    double *partials = placeFields(memory, buffer.data());
    DeviceRun run(hostDevice(), nullptr);
    Check check(run.runtime(), program, memory.data(), {}, partials);
    reduceGiven(check);
    ASSERT_TRUE(run.status().ok());
    const double sum = referenceOf(check.grid()), got = check.result()[0];
    EXPECT_EQ(std::bit_cast<std::uint64_t>(sum), std::bit_cast<std::uint64_t>(got))
        << size[0] << " x " << size[1] << " x " << size[2];
  }
}

} // namespace
} // namespace checks_test
