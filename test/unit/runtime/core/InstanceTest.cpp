/// \file Instances of hand-written programs on the CPU target: levels, parameters, copies, memory.
#include "runtime/core/instance/Instance.h"
#include "HandPrograms.h"
#include "Texts.h"
#include "runtime/core/device/Team.h"
#include "runtime/core/fields/InitialValues.h"
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

using namespace stencilc;

namespace instance_test {
using programs::heat, programs::wave;
namespace {

using Owned = std::unique_ptr<Instance>;

Owned make(const ProgramDescription &program, std::int64_t nx, std::int64_t ny = 1,
           InstanceOptions options = {}) {
  options.extents[0] = nx;
  options.extents[1] = ny;
  char message[512] = "";
  Owned instance(Instance::create(program, options, message, sizeof message));
  EXPECT_TRUE(instance) << message;
  return instance;
}

std::string refusal(const ProgramDescription &program, InstanceOptions options) {
  char message[512] = "";
  Owned instance(Instance::create(program, options, message, sizeof message));
  EXPECT_FALSE(instance);
  return message;
}

std::vector<double> cells(const Instance &instance, const char *field, int count, int level = 0) {
  std::vector<double> values(count);
  EXPECT_EQ(instance.copyOut(field, level, values.data()), 0) << instance.lastError();
  return values;
}

/// Extents, and all else as it is.
InstanceOptions sized(std::int64_t nx, std::int64_t ny, std::int64_t nz = 1) {
  InstanceOptions options;
  options.extents[0] = nx;
  options.extents[1] = ny;
  options.extents[2] = nz;
  return options;
}

TEST(Instance, startsWithTheInitialValues) {
  const Owned i = make(heat, 5, 4);
  const std::vector<double> T = cells(*i, "T", 20);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x)
      EXPECT_EQ(T[y * 5 + x], x * 3 + y * y % 7);
}

TEST(Instance, runsStepsAsTheReferenceDoes) {
  const Owned i = make(heat, 7, 3);
  std::vector<double> T = cells(*i, "T", 21);
  for (int step = 0; step < 5; ++step) {
    const std::vector<double> old = T;
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 7; ++x) {
        const int l = x > 0 ? x - 1 : x, r = x < 6 ? x + 1 : x;
        T[y * 7 + x] =
            old[y * 7 + x] + 0.25 * (old[y * 7 + l] + old[y * 7 + r] - 2 * old[y * 7 + x]);
      }
  }
  ASSERT_EQ(i->run(2), 0);
  ASSERT_EQ(i->run(3), 0);
  ASSERT_EQ(i->synchronize(), 0);
  EXPECT_EQ(cells(*i, "T", 21), T);
}

TEST(Instance, runsLookForThreadsOnce) {
  const Owned i = make(heat, 7, 3);
  setenv("OMP_NUM_THREADS", "3", 1);
  ASSERT_EQ(i->run(1), 0);
  EXPECT_EQ(hostThreads(), 3);
  setenv("OMP_NUM_THREADS", "2", 1);
  EXPECT_EQ(hostThreads(), 3);
  const Owned other = make(heat, 7, 3);
  EXPECT_EQ(hostThreads(), 2);
  unsetenv("OMP_NUM_THREADS");
}

TEST(Instance, levelsRotate) {
  const Owned i = make(wave, 3);
  ASSERT_EQ(i->run(1), 0);
  EXPECT_EQ(cells(*i, "u", 3), (std::vector<double>{1.5, 2.5, 3.5}));
  EXPECT_EQ(cells(*i, "u", 3, -1), (std::vector<double>{1, 2, 3}));
  ASSERT_EQ(i->run(1), 0);
  EXPECT_EQ(cells(*i, "u", 3), (std::vector<double>{2.5, 3.5, 4.5}));
  EXPECT_EQ(cells(*i, "u", 3, -1), (std::vector<double>{1.5, 2.5, 3.5}));
  const double start[3] = {0, 0, 0};
  ASSERT_EQ(i->copyIn("u", -1, start), 0);
  ASSERT_EQ(i->run(1), 0);
  EXPECT_EQ(cells(*i, "u", 3), (std::vector<double>{5.5, 7.5, 9.5}));
}

TEST(Instance, fieldsKeepTheirStorage) {
  const Owned i = make(wave, 2);
  float c[2];
  ASSERT_EQ(i->copyOut("c", 0, c), 0);
  EXPECT_EQ(c[1], 0.5f);
  c[0] = 4;
  ASSERT_EQ(i->copyIn("c", 0, c), 0);
  ASSERT_EQ(i->run(1), 0);
  EXPECT_EQ(cells(*i, "u", 2), (std::vector<double>{5, 2.5}));
}

TEST(Instance, parametersAreCheckedAndTakeEffect) {
  const Owned i = make(heat, 4, 1);
  double d = 0;
  EXPECT_EQ(i->getParameter("d", &d), 0);
  EXPECT_EQ(d, 0.25);
  EXPECT_NE(i->setParameter("d", 0.75), 0);
  EXPECT_HAS(i->lastError(), "parameter 'd' = 0.75 is out of its range 0 .. 0.5");
  EXPECT_NE(i->setParameter("ofset", 0.1), 0);
  EXPECT_HAS(i->lastError(), "did you mean 'offset'?");
  EXPECT_NE(i->setParameter("d", std::nan("")), 0);
  EXPECT_NE(i->getParameter("e", &d), 0);
  EXPECT_EQ(i->setParameter("d", 0), 0);
  const std::vector<double> before = cells(*i, "T", 4);
  ASSERT_EQ(i->run(3), 0);
  EXPECT_EQ(cells(*i, "T", 4), before);
  EXPECT_EQ(i->setParameter("d", 0.5), 0);
  ASSERT_EQ(i->run(1), 0);
  EXPECT_NE(cells(*i, "T", 4), before);
}

TEST(Instance, resetStartsAgainWithTheParametersAsSet) {
  const Owned i = make(heat, 4, 1);
  ASSERT_EQ(i->run(3), 0);
  ASSERT_EQ(i->setParameter("offset", 10), 0);
  ASSERT_EQ(i->reset(), 0);
  EXPECT_EQ(cells(*i, "T", 4), (std::vector<double>{40, 43, 46, 49}));
  const double values[] = {0.25, 1};
  InstanceOptions options;
  options.parameters = values;
  EXPECT_EQ(cells(*make(heat, 4, 1, options), "T", 4), (std::vector<double>{4, 7, 10, 13}));
  const double outside[] = {0.75, 1};
  options.parameters = outside;
  options.extents[0] = 4;
  EXPECT_HAS(refusal(heat, options), "out of its range");
}

TEST(Instance, copiesHonourPitches) {
  const Owned i = make(heat, 3, 2);
  double wide[2][5] = {{1, 2, 3, -1, -1}, {4, 5, 6, -1, -1}};
  ASSERT_EQ(i->copyIn("T", 0, wide, sizeof wide[0]), 0);
  EXPECT_EQ(cells(*i, "T", 6), (std::vector<double>{1, 2, 3, 4, 5, 6}));
  double out[2][4] = {{9, 9, 9, 9}, {9, 9, 9, 9}};
  ASSERT_EQ(i->copyOut("T", 0, out, sizeof out[0]), 0);
  EXPECT_EQ(out[0][3], 9);
  EXPECT_EQ(out[1][2], 6);
  EXPECT_NE(i->copyIn("T", 0, wide, 16), 0);
  EXPECT_HAS(i->lastError(), "row pitch of 16 bytes is shorter than a row of 24 bytes");
  EXPECT_NE(i->copyIn("T", 0, wide, 40, 40), 0);
  EXPECT_HAS(i->lastError(), "plane pitch");
}

TEST(Instance, wrongRequestsAreNamed) {
  const Owned i = make(heat, 3, 2);
  double cell[6];
  EXPECT_NE(i->copyOut("U", 0, cell), 0);
  EXPECT_HAS(i->lastError(), "'U' is no field of heat2d");
  EXPECT_NE(i->copyOut("T", -1, cell), 0);
  EXPECT_HAS(i->lastError(), "field 'T' keeps 1 time level: give 0, not -1");
  EXPECT_NE(i->copyOut("T", 1, cell), 0);
  EXPECT_NE(i->copyOut("T", 0, nullptr), 0);
  EXPECT_NE(i->copyOut(nullptr, 0, cell), 0);
  EXPECT_NE(i->run(-1), 0);
  EXPECT_HAS(i->lastError(), "cannot run -1 steps");
  EXPECT_EQ(i->run(0), 0);
}

TEST(Instance, instancesAreIndependent) {
  const Owned a = make(heat, 4, 1), b = make(heat, 4, 1), c = make(wave, 4);
  ASSERT_EQ(a->setParameter("d", 0), 0);
  ASSERT_EQ(a->run(1), 0);
  ASSERT_EQ(b->run(1), 0);
  ASSERT_EQ(c->run(1), 0);
  EXPECT_EQ(cells(*a, "T", 4), (std::vector<double>{0, 3, 6, 9}));
  EXPECT_EQ(cells(*b, "T", 4), (std::vector<double>{0.75, 3, 6, 8.25}));
  double d;
  EXPECT_EQ(b->getParameter("d", &d), 0);
  EXPECT_EQ(d, 0.25);
}

TEST(Instance, theCallerMayOwnTheMemory) {
  const std::size_t need = Instance::bytesNeeded(heat, sized(3, 2));
  ASSERT_GT(need, 0u);
  // Any address will do; bytes outside are not touched and padding of rows is zeroed.
  std::vector<unsigned char> memory(need + 64, 0xff);
  InstanceOptions options;
  options.memory = memory.data() + 1;
  options.memoryBytes = need;
  {
    const Owned i = make(heat, 3, 2, options);
    ASSERT_EQ(i->run(4), 0);
    EXPECT_EQ(cells(*i, "T", 6).size(), 6u);
    EXPECT_EQ(i->deviceBytes(), need);
  }
  EXPECT_EQ(memory[0], 0xff);
  for (std::size_t at = need + 1; at < memory.size(); ++at)
    EXPECT_EQ(memory[at], 0xff);
  options.extents[0] = 3;
  options.extents[1] = 2;
  options.memoryBytes = need - 1;
  EXPECT_HAS(refusal(heat, options), format("need %zu bytes", need));
}

TEST(Instance, paddingOfRowsIsZero) {
  const std::size_t need = Instance::bytesNeeded(heat, sized(3, 2));
  alignas(256) static unsigned char memory[16384];
  ASSERT_LE(need, sizeof memory);
  std::memset(memory, 0xff, sizeof memory);
  InstanceOptions options;
  options.memory = memory;
  options.memoryBytes = sizeof memory;
  const Owned i = make(heat, 3, 2, options);
  for (int row = 0; row < 2; ++row)
    for (int at = 24; at < 128; ++at)
      EXPECT_EQ(memory[row * 128 + at], 0) << row << " " << at;
}

TEST(Instance, pitchOfRowsIsOfTheInstanceOrOfTheProgram) {
  InstanceOptions options = sized(3, 2);
  options.rowPitch = kPackedRows;
  const Owned packed = make(heat, 3, 2, options);
  ASSERT_EQ(packed->run(4), 0);
  EXPECT_EQ(cells(*packed, "T", 6), [&] {
    const Owned ruled = make(heat, 3, 2);
    EXPECT_EQ(ruled->run(4), 0);
    return cells(*ruled, "T", 6);
  }());
  ProgramDescription wide = heat;
  wide.rowPitch = 1 << 20;
  char message[256];
  const std::size_t own = Instance::bytesNeeded(wide, sized(3, 2));
  EXPECT_GT(own, std::size_t{4} << 20);
  EXPECT_LT(Instance::bytesNeeded(wide, options, message, sizeof message), own);
  options.rowPitch = 16;
  EXPECT_EQ(Instance::bytesNeeded(heat, options, message, sizeof message), 0u);
  EXPECT_HAS(std::string(message), "a row pitch of 16 bytes does not fit rows of 24 bytes");
}

TEST(Instance, tooLittleMemoryIsRefusedWithNeedAndHave) {
  InstanceOptions options;
  options.extents[0] = 1024;
  options.extents[1] = 1024;
  options.memoryLimit = 1 << 20;
  const std::string said = refusal(heat, options);
  EXPECT_HAS(said, "needs ");
  EXPECT_HAS(said, "MiB");
  EXPECT_HAS(said, "1.00 MiB");
  options.extents[0] = 1000000;
  options.extents[1] = 1000000;
  options.memoryLimit = 0;
  EXPECT_HAS(refusal(heat, options), "TiB");
}

TEST(InitialValues, stagedCopiesGiveTheSameBytesAsDirectOnes) {
  for (const ProgramDescription *program : {&heat, &wave}) {
    const std::int64_t extents[3] = {37, program->rank > 1 ? 11 : 1, 1};
    const double parameters[] = {0.25, 3};
    std::vector<FieldMemory> fields;
    std::uint64_t bytes = 0;
    ASSERT_TRUE(planFields(*program, extents, fields, bytes).ok());
    std::vector<unsigned char> direct(bytes, 0xff), staged(bytes, 0xff);
    const auto fill = [&](std::vector<unsigned char> &memory, const InitialValues &values) {
      placeFields(fields, memory.data());
      for (int i = 0; i < program->fieldCount; ++i)
        ASSERT_TRUE(values.fill(i, fields[i]).ok());
    };
    // Chunks that divide rows and chunks that do not; the last one is shorter.
    for (std::int64_t chunk : {1, 7, 64, 100, 100000}) {
      fill(direct, InitialValues(*program, parameters, hostDevice(), false));
      std::vector<std::vector<unsigned char>> levels;
      for (const FieldMemory &field : fields)
        for (int level = 0; level < field.levels; ++level) {
          const auto *begin = static_cast<const unsigned char *>(field.buffer(-level));
          levels.emplace_back(begin, begin + field.layout.bytes);
        }
      fill(staged, InitialValues(*program, parameters, hostDevice(), true, chunk));
      std::size_t next = 0;
      for (const FieldMemory &field : fields)
        for (int level = 0; level < field.levels; ++level, ++next)
          EXPECT_EQ(std::memcmp(field.buffer(-level), levels[next].data(), levels[next].size()), 0)
              << program->name << " " << chunk;
    }
  }
}

TEST(Instance, sizesAreCheckedIn64Bits) {
  char message[512] = "";
  const auto needed = [&](const InstanceOptions &options) {
    return Instance::bytesNeeded(heat, options, message, sizeof message);
  };
  EXPECT_GT(needed(sized(70000, 70000)), std::size_t(2) * 70000 * 70000 * 8);
  EXPECT_EQ(needed(sized(2000000000, 2000000000, 2000000000)), 0u);
  EXPECT_STRNE(message, "");
  EXPECT_EQ(needed(sized(3000000000, 1)), 0u);
  EXPECT_EQ(needed(sized(4, 0)), 0u);
  EXPECT_EQ(needed(sized(1, 4)), 0u);
  EXPECT_HAS(message, "nx=1 is too small: heat2d needs at least 2 cells along x");
  EXPECT_EQ(Instance::bytesNeeded(heat, sized(1, 4)), 0u); // no message wanted
}

} // namespace
} // namespace instance_test
