/// \file Scalars of steps: which ones a launch gets, whatever kernels do the steps and wherever
/// they begin.
#include "runtime/core/instance/Instance.h"
#include "stencilc/Step.h"
#include "gtest/gtest.h"
#include <vector>

using namespace stencilc;

namespace scalars_test {
namespace {

struct OfStep {
  double number, wave;
};
void stepUniforms(const double *, const Grid &, const Moment &at, void *out) {
  *static_cast<OfStep *>(out) = {at.step(), at.series(0, 1)};
}

using Numbers = std::vector<double>;
std::vector<Numbers> launches; // the numbers of steps that each got
Numbers waves;                 // of the first step of each

template <int steps> void launch(Step &s) {
  const auto all = s.steps<OfStep, -1, steps + 2>();
  Numbers numbers;
  for (int i = -1; i <= steps; ++i)
    numbers.push_back(all[i].number);
  launches.push_back(numbers);
  waves.push_back(all[0].wave);
}
double initial(int, const double *, const Grid &, std::int64_t, std::int64_t, std::int64_t) {
  return 0;
}

const FieldDescription fields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true}};
const FusedKernel kernels[] = {{.steps = 3, .launch = launch<3>}};
const SeriesDescription series[] = {{"wave", "wave.npy"}};

ProgramDescription describe() {
  ProgramDescription p{};
  p.name = p.source = p.target = "counter";
  p.schedule = "wavefront";
  p.scheduleOptions = "";
  p.rank = 1;
  p.axes[0] = "x";
  p.fields = fields;
  p.fieldCount = 1;
  for (std::int64_t &least : p.minimumExtents)
    least = 1;
  p.initialValue = initial;
  p.step = launch<1>;
  p.fused = kernels;
  p.fusedCount = 1;
  p.series = series;
  p.seriesCount = 1;
  p.stepUniformBytes = sizeof(OfStep);
  p.stepsBefore = p.stepsAfter = 1;
  p.stepUniforms = stepUniforms;
  return p;
}

std::unique_ptr<Instance> make(const ProgramDescription &program) {
  launches.clear();
  waves.clear();
  char message[512] = "";
  std::unique_ptr<Instance> instance(
      Instance::create(program, InstanceOptions(), message, sizeof message));
  EXPECT_TRUE(instance) << message;
  return instance;
}

} // namespace

TEST(Scalars, LaunchesGetThoseOfTheirSteps) {
  const ProgramDescription program = describe();
  const auto instance = make(program);
  ASSERT_EQ(instance->run(4), 0);
  ASSERT_EQ(instance->run(3), 0);
  EXPECT_EQ(launches, (std::vector<Numbers>{{-1, 0, 1, 2, 3}, {2, 3, 4}, {3, 4, 5, 6, 7}}));
  ASSERT_EQ(instance->reset(), 0);
  launches.clear();
  ASSERT_EQ(instance->run(1), 0);
  EXPECT_EQ(launches, std::vector<Numbers>({{-1, 0, 1}}));
}

TEST(Scalars, StepsGoOnFromTheFirst) {
  const ProgramDescription program = describe();
  const auto instance = make(program);
  EXPECT_NE(instance->setFirstStep(-1), 0);
  ASSERT_EQ(instance->setFirstStep(100), 0);
  ASSERT_EQ(instance->run(1), 0);
  ASSERT_EQ(instance->reset(), 0);
  ASSERT_EQ(instance->run(3), 0);
  EXPECT_EQ(launches, (std::vector<Numbers>{{99, 100, 101}, {99, 100, 101, 102, 103}}));
  EXPECT_EQ(instance->stepsDone(), 3);
}

TEST(Scalars, SeriesAreZeroBeyondTheirEnds) {
  const ProgramDescription program = describe();
  const auto instance = make(program);
  const double numbers[] = {5, 6, 7};
  EXPECT_NE(instance->setSeries("wave", nullptr, 3), 0);
  EXPECT_NE(instance->setSeries("wawe", numbers, 3), 0);
  EXPECT_STREQ(instance->lastError(), "'wawe' is no series of counter; did you mean 'wave'?");
  ASSERT_EQ(instance->setSeries("wave", numbers, 3), 0);
  for (int step = 0; step < 4; ++step)
    ASSERT_EQ(instance->run(1), 0);
  EXPECT_EQ(waves, (Numbers{6, 7, 0, 0}));
}

} // namespace scalars_test
