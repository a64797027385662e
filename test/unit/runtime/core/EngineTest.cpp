/// \file The engines behind an instance: through the same calls they give the same bytes and refuse
/// the same, whether the domain is on the device or passes through it.
#include "TraversedByHand.h"
#include <algorithm>
#include <functional>
#include <vector>

using namespace stencilc;

namespace engine_test {
namespace {

constexpr int kColumns = 24, kRows = 150;

struct Uniforms {
  double d;
};
void uniformsOf(const double *parameters, const Grid &, void *out) {
  *static_cast<Uniforms *>(out) = {parameters[0]};
}

/// u[t+1] from u, u[t-1] and a coefficient in f32.
void step(Step &s) {
  const Grid g = s.grid();
  const double d = s.uniforms<Uniforms>().d;
  const View<const double> u = s.read<double>(0, 0), old = s.read<double>(0, -1);
  const View<const float> c = s.read<float>(1, 0);
  const View<double> next = s.write<double>(0);
  const PlaneRange rows = s.planes().count() > 0 ? s.planes() : PlaneRange{0, g.ny};
  for (int y = rows.begin; y < rows.end; ++y)
    for (int x = 0; x < g.nx; ++x) {
      const double low = y > 0 ? u(x, y - 1) : 0, high = y < g.ny - 1 ? u(x, y + 1) : 0;
      next(x, y) = c(x, y) * u(x, y) - 0.25 * old(x, y) + d * (low + high);
    }
}

double initial(int field, const double *parameters, const Grid &, std::int64_t x, std::int64_t y,
               std::int64_t) {
  return field == 0 ? double(x * 7 + y * y % 11) + parameters[0] : 0.25 * double(1 + (x + y) % 3);
}

const FieldDescription fields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 2, .buffers = 3, .updated = true},
    {.name = "c", .storage = Scalar::F32, .levels = 1, .buffers = 1, .updated = false},
};
const ParameterDescription parameters[] = {
    {.name = "d", .value = 0.125, .low = 0, .high = 0.5, .hasRange = true}};

struct Simulation : PlannedInstance {
  explicit Simulation(const char *method) {
    if (method)
      stream = streamed(method, 3, 9);
    program = describe("echo", 2, fields, method ? &stream : nullptr);
    program.parameters = parameters;
    program.parameterCount = 1;
    program.bytesPerUpdate = 28;
    program.uniformBytes = sizeof(Uniforms);
    program.uniforms = uniformsOf;
    program.initialValue = initial;
    program.step = step;
    InstanceOptions options;
    options.extents[0] = kColumns;
    options.extents[1] = kRows;
    options.memoryLimit = method ? 64 << 10 : 0; // u has 28 KiB a level
    create(options);
  }
  /// All levels of all fields, one behind the other.
  std::vector<unsigned char> bytes() const {
    std::vector<unsigned char> all;
    const auto append = [&](const char *field, int level, std::size_t cellBytes) {
      const std::size_t begin = all.size();
      all.resize(begin + cellBytes * kColumns * kRows);
      EXPECT_EQ(instance->copyOut(field, level, &all[begin]), 0) << instance->lastError();
    };
    append("u", 0, sizeof(double));
    append("u", -1, sizeof(double));
    append("c", 0, sizeof(float));
    return all;
  }
};

/// A call, and its code.
using Call = std::function<int(Instance &)>;

class EngineTest : public testing::TestWithParam<const char *> {
protected:
  Simulation whole{nullptr}, passed{GetParam()};

  /// Both do it, with the same result.
  void both(const char *what, const Call &call) {
    SCOPED_TRACE(what);
    EXPECT_EQ(call(*whole.instance), 0) << whole.instance->lastError();
    EXPECT_EQ(call(*passed.instance), 0) << passed.instance->lastError();
    EXPECT_EQ(whole.instance->stepsDone(), passed.instance->stepsDone());
    EXPECT_TRUE(whole.bytes() == passed.bytes());
  }
  /// Both refuse it, in the same words.
  void neither(const char *what, const Call &call) {
    SCOPED_TRACE(what);
    const int code = call(*whole.instance);
    EXPECT_NE(code, 0);
    EXPECT_EQ(call(*passed.instance), code);
    EXPECT_STREQ(whole.instance->lastError(), passed.instance->lastError());
  }
};

TEST_P(EngineTest, theSameCallsGiveTheSameBytes) {
  both("start", [](Instance &) { return 0; });
  both("one step", [](Instance &i) { return i.run(1); });
  both("no step", [](Instance &i) { return i.run(0); });
  both("steps", [](Instance &i) { return i.run(8); });
  both("a parameter", [](Instance &i) { return i.setParameter("d", 0.25); });
  both("steps with it", [](Instance &i) { return i.run(5); });
  both("a level with pitches", [](Instance &i) {
    std::vector<double> wide(kRows * (kColumns + 3));
    for (std::size_t at = 0; at < wide.size(); ++at)
      wide[at] = 0.5 * double(at % 97);
    return i.copyIn("u", -1, wide.data(), (kColumns + 3) * sizeof(double));
  });
  both("a constant field", [](Instance &i) {
    std::vector<float> cells(kColumns * kRows, 0.5f);
    cells[77] = 0.75f;
    return i.copyIn("c", 0, cells.data());
  });
  both("steps from both", [](Instance &i) { return i.run(4); });
  both("rows", [](Instance &i) {
    std::vector<double> rows(5 * kColumns, 3.5);
    return i.cellsIn(0, 0, 11 * kColumns, 5 * kColumns, rows.data());
  });
  both("cells of a row", [](Instance &i) {
    double some[] = {1.5, 2.5, 3.5};
    return i.cellsIn(0, -1, 40 * kColumns + 7, 3, some);
  });
  both("steps from them", [](Instance &i) { return i.run(7); });
  both("reset", [](Instance &i) { return i.reset(); });
  both("steps again", [](Instance &i) { return i.run(6); });
  both("synchronize", [](Instance &i) { return i.synchronize(); });
}

TEST_P(EngineTest, partsAndPitchesComeOutAlike) {
  both("steps", [](Instance &i) { return i.run(5); });
  const auto taken = [](Instance &i) {
    std::vector<double> got(3 * kColumns + 2 + kRows * (kColumns + 5), -7);
    EXPECT_EQ(i.cellsOut(0, -1, 20 * kColumns, 3 * kColumns, got.data()), 0);
    EXPECT_EQ(i.cellsOut(0, 0, 33 * kColumns + 20, 2, &got[3 * kColumns]), 0);
    EXPECT_EQ(i.copyOut("u", 0, &got[3 * kColumns + 2], (kColumns + 5) * sizeof(double)), 0);
    return got;
  };
  const std::vector<double> got = taken(*whole.instance);
  EXPECT_EQ(taken(*passed.instance), got);
  EXPECT_EQ(got.back(), -7) << "what lies between rows is left alone";
}

TEST_P(EngineTest, theSameIsRefused) {
  double cell = 0;
  neither("an unknown field", [&](Instance &i) { return i.copyOut("v", 0, &cell); });
  neither("a level", [&](Instance &i) { return i.copyOut("u", -2, &cell); });
  neither("no cells", [&](Instance &i) { return i.copyIn("u", 0, nullptr); });
  neither("a pitch", [&](Instance &i) { return i.copyIn("u", 0, &cell, 16); });
  neither("steps", [](Instance &i) { return i.run(-1); });
  neither("a parameter", [](Instance &i) { return i.setParameter("d", 0.75); });
  both("nothing has changed", [](Instance &i) { return i.run(3); });
}

TEST_P(EngineTest, whatEnginesSayOfThemselves) {
  Engine &inCore = whole.instance->itsEngine(), &streaming = passed.instance->itsEngine();
  EXPECT_TRUE(inCore.restsOnDevice() && !inCore.reportsProgress());
  EXPECT_TRUE(!streaming.restsOnDevice() && streaming.reportsProgress());
  EXPECT_FALSE(streaming.triesKernels({})) << "the CPU has no times that a plan could go by";
  EXPECT_TRUE(inCore.triesKernels({}));
  EXPECT_FALSE(inCore.triesKernels(false));
  EXPECT_EQ(inCore.text(), "");
  EXPECT_EQ(streaming.text(), passed.plan);
  EXPECT_EQ(whole.plan, "");
  EXPECT_EQ(inCore.grid(), streaming.grid());
  EXPECT_EQ(inCore.files(), nullptr);
  EXPECT_EQ(streaming.files(), nullptr);
  EXPECT_EQ(inCore.hostBytes(), 0u);
  EXPECT_GE(streaming.hostBytes(), kColumns * kRows * (2 * sizeof(double) + sizeof(float)));
  EXPECT_LE(streaming.deviceBytes(), 64u << 10);
  EXPECT_GT(inCore.deviceBytes(), 64u << 10);
  both("steps", [](Instance &i) { return i.run(4); });
  EXPECT_EQ(inCore.bytesIn() + inCore.bytesOut(), 0);
  EXPECT_GT(streaming.bytesIn(), 0);
  EXPECT_GT(streaming.bytesOut(), 0);
}

TEST_P(EngineTest, memoryOfTheCallersIsForAWholeDomain) {
  std::vector<std::max_align_t> memory(1 << 16);
  InstanceOptions options;
  options.extents[0] = kColumns;
  options.extents[1] = kRows;
  options.memory = memory.data();
  options.memoryBytes = memory.size() * sizeof(std::max_align_t);
  char message[512] = "";
  const auto make = [&](const Simulation &like) {
    return std::unique_ptr<Instance>(
        Instance::create(like.program, options, message, sizeof message));
  };
  EXPECT_TRUE(make(whole)) << message;
  EXPECT_FALSE(make(passed));
  EXPECT_NE(std::string(message).find("leave memory out"), std::string::npos) << message;
}

TEST_P(EngineTest, aFieldOutOfCoreIsInNoPlace) {
  FieldView view{};
  EXPECT_EQ(whole.instance->view("u", 0, &view), 0);
  EXPECT_NE(view.data, nullptr);
  view = {};
  EXPECT_EQ(passed.instance->view("u", 0, &view), static_cast<int>(StatusCode::Invalid));
  EXPECT_EQ(view.data, nullptr);
  EXPECT_NE(std::string(passed.instance->lastError()).find("copy the field instead"),
            std::string::npos);
}

/// Counts what it is told of, and ends nothing.
int count(void *user, Int64, Int64) {
  ++*static_cast<int *>(user);
  return 0;
}

TEST_P(EngineTest, whoIsToldOfProgressChangesNoByte) {
  int told = 0;
  passed.instance->onProgress(count, &told, 0);
  both("steps", [](Instance &i) { return i.run(40); });
  EXPECT_GT(told, 0);
}

TEST_P(EngineTest, whoIsToldOfProgressCostsNoTraversal) {
  int told = 0;
  passed.instance->onProgress(count, &told, 0);
  Simulation untold(GetParam());
  for (const int steps : {12, 39}) {
    ASSERT_EQ(passed.instance->run(steps), 0);
    ASSERT_EQ(untold.instance->run(steps), 0);
  }
  EXPECT_GT(told, 2);
  EXPECT_EQ(passed.instance->itsEngine().bytesIn(), untold.instance->itsEngine().bytesIn());
}

TEST_P(EngineTest, aRunOutOfCoreStopsAfterATraversal) {
  volatile bool stops = false;
  passed.instance->stopIf(&stops);
  passed.instance->itsEngine().onProgress(
      [](void *flag, double, const std::string &) { *static_cast<volatile bool *>(flag) = true; },
      const_cast<bool *>(&stops));
  ASSERT_EQ(passed.instance->run(40), 0);
  EXPECT_EQ(passed.instance->stepsDone(), 3);
  // It stays so until the flag is false again, also where somebody is told of progress.
  int told = 0;
  for (const ProgressFunction function : {ProgressFunction{}, ProgressFunction{count}}) {
    passed.instance->onProgress(function, &told, 0);
    ASSERT_EQ(passed.instance->run(40), 0);
    EXPECT_EQ(passed.instance->stepsDone(), 3);
  }
  passed.instance->itsEngine().onProgress(nullptr, nullptr);
  stops = false;
  ASSERT_EQ(passed.instance->run(4), 0);
  EXPECT_EQ(passed.instance->stepsDone(), 7);
}

INSTANTIATE_TEST_SUITE_P(methods, EngineTest, testing::Values("t", "tbm", "p-tbmr"),
                         [](const auto &info) {
                           std::string name = info.param;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

} // namespace
} // namespace engine_test
