/// \file A streamed run of a program written by hand: the bytes of the run that is not streamed,
/// also where kernels are tried before and where runs are cut into traversals of unequal depth;
/// and an error where a plane has changed while it rested on the host.
#include "runtime/engines/stream/run/OutOfCore.h"
#include "Texts.h"
#include "TraversedByHand.h"
#include "runtime/core/device/Team.h"
#include "runtime/files/PlaneChecksum.h"
#include <atomic>
#include <vector>

namespace stencilc::out_of_core_test {
namespace {

constexpr int kColumns = 48, kRows = 90;
int launches = 0; // emitted functions have no place for it
// Domains this small are done before a second thread has begun.
[[maybe_unused]] const bool isAlone = (setHostThreads(1), true);

void step(Step &s) {
  ++launches;
  const Grid g = s.grid();
  const View<const double> u = s.read<double>(0, 0), c = s.read<double>(1, 0);
  const View<double> next = s.write<double>(0);
  const PlaneRange rows = s.planes().count() > 0 ? s.planes() : PlaneRange{0, int(g.ny)};
  for (int y = rows.begin; y < rows.end; ++y)
    for (int x = 0; x < g.nx; ++x) {
      const int l = x > 0 ? x - 1 : x, r = x < g.nx - 1 ? x + 1 : x;
      const double low = y > 0 ? u(x, y - 1) : 0, high = y < g.ny - 1 ? u(x, y + 1) : 0;
      next(x, y) = c(x, y) * u(x, y) + 0.25 * (u(l, y) + u(r, y)) + 0.125 * (low + high);
    }
}

double initial(int field, const double *, const Grid &, std::int64_t x, std::int64_t y,
               std::int64_t) {
  return field == 0 ? double(x * 7 + y * y % 11) : 0.25 + 1e-3 * double(y);
}

const FieldDescription fields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true},
    {.name = "c", .storage = Scalar::F64, .levels = 1, .buffers = 1, .updated = false},
};

ProgramDescription smooth(const StreamDescription *stream) {
  ProgramDescription program = describe("smooth", 2, fields, stream);
  program.bytesPerUpdate = 24;
  program.initialValue = initial;
  program.step = step;
  return program;
}

struct Simulation : PlannedInstance {
  explicit Simulation(const StreamDescription *stream, std::int64_t steps = 0,
                      bool triesKernels = false, bool checksums = true) {
    program = smooth(stream);
    InstanceOptions options;
    options.extents[0] = kColumns;
    options.extents[1] = kRows;
    options.steps = steps;
    options.triesKernels = triesKernels;
    options.checksums = checksums;
    options.memoryLimit = stream ? 96 << 10 : 0; // fields have 68 KiB
    create(options);
  }
  std::vector<double> cells() const {
    std::vector<double> all(std::size_t(kColumns) * kRows);
    EXPECT_EQ(instance->copyOut("u", 0, all.data()), 0) << instance->lastError();
    return all;
  }
};

TEST(OutOfCore, bytesOfTraversalsOfAllDepths) {
  Simulation whole(nullptr);
  whole.instance->run(23);
  const std::vector<double> expected = whole.cells();
  for (const char *method : {"t", "tbm", "p-tbmr"})
    for (const int depth : {0, 1, 4, 6})
      for (const std::int64_t planned : {0, 5, 23}) {
        const StreamDescription stream = streamed(method, depth, 0);
        Simulation run(&stream, planned);
        ASSERT_TRUE(run.instance);
        EXPECT_EQ(run.instance->run(23), 0) << run.instance->lastError();
        EXPECT_EQ(run.cells(), expected) << method << " depth " << depth << ": " << run.plan;
      }
}

TEST(OutOfCore, kernelsTriedBeforeChangeNoByte) {
  Simulation whole(nullptr);
  whole.instance->run(9);
  const StreamDescription stream = streamed("p-tbmr", 0, 0);
  launches = 0;
  Simulation untried(&stream, 9), tried(&stream, 9, true);
  EXPECT_GT(launches, 3);
  EXPECT_NE(untried.plan.find("GLUP/s, as planned"), std::string::npos) << untried.plan;
  EXPECT_NE(tried.plan.find("GLUP/s, measured"), std::string::npos) << tried.plan;
  EXPECT_EQ(tried.instance->run(9), 0);
  EXPECT_EQ(tried.cells(), whole.cells());
}

int parts = 0; // of one loop of a launch, the most

/// A launch shares its planes: notes among how many threads, with a domain of `columns` columns.
int mostParts(std::int64_t columns) {
  const StreamDescription stream = streamed("t", 1, 24);
  ProgramDescription program = smooth(&stream);
  program.step = [](Step &s) {
    std::atomic<int> mine{0};
    s.forRange(s.planes().begin, s.planes().end, [&](int, int) { ++mine; });
    parts = std::max(parts, mine.load());
  };
  InstanceOptions options;
  options.extents[0] = columns;
  options.extents[1] = 24;
  options.threads = 4;
  options.checksums = false;
  char message[512] = "";
  const std::unique_ptr<Instance> instance(
      Instance::create(program, options, message, sizeof message));
  EXPECT_TRUE(instance) << message;
  parts = 0;
  EXPECT_EQ(instance->run(1), 0) << instance->lastError();
  setHostThreads(1);
  return parts;
}

TEST(OutOfCore, launchesOfFewCellsHaveFewThreads) {
  EXPECT_EQ(mostParts(48), 1);
  EXPECT_EQ(mostParts(30000), 4);
}

/// The engine of a simulation, with a bit of a plane that rests on the host flipped.
void flipBit(Simulation &run, int field, int row, std::uint64_t byte) {
  auto &engine = static_cast<OutOfCore &>(run.instance->itsEngine());
  const HomePlanes::Place place = engine.restsAt(field, 0, row);
  ASSERT_FALSE(place.isOnDevice);
  place.data[byte] ^= 16;
}

TEST(OutOfCoreChecksums, flippedBitsOfRestingPlanesAreFound) {
  for (const char *method : {"t", "p-tbmr"})
    for (const int field : {0, 1})
      for (const int row : {0, 41, kRows - 1})
        for (const std::uint64_t byte : {0, kColumns * 8 - 1}) {
          const StreamDescription stream = streamed(method, 4, 13);
          Simulation run(&stream);
          ASSERT_EQ(run.instance->run(8), 0) << run.instance->lastError();
          flipBit(run, field, row, byte);
          const int code = run.instance->run(8) ? 1 : run.instance->synchronize();
          EXPECT_NE(code, 0) << method << " field " << field << " row " << row;
          EXPECT_NE(std::string(run.instance->lastError())
                        .find("row " + std::to_string(row) + " of field '" + fields[field].name +
                              "' differs from the values that left the device after step " +
                              (field == 0 ? "8" : "0")),
                    std::string::npos)
              << run.instance->lastError();
        }
}

/// Each step is two traversals: one for a number that the step needs, and one that computes it.
TEST(OutOfCoreChecksums, theStepIsToldAfterTraversalsForReductions) {
  static constexpr Reduce reductions[] = {Reduce::Max};
  static constexpr int which[] = {0};
  static constexpr GlobalReductionDescription most[] = {
      {which, 1, [](Check &check) {
         const auto u = check.read<double>(0, 0);
         check.reduce<Reduce::Max>([&]<int kWidth>(int x, int y, int z, auto &values) {
           for (int i = 0; i < kWidth; ++i)
             values[0][i] = u(x + i, y, z);
         });
       }}};
  StreamDescription stream = streamed("p-tbmr", 1, 13);
  static constexpr GlobalReductionReach reaches[] = {{}};
  stream.isStepwise = true;
  stream.checkReach = 0;
  stream.globalReductions = reaches;
  PlannedInstance run;
  run.program = smooth(&stream);
  run.program.reductions = reductions;
  run.program.reductionCount = 1;
  run.program.globalReductions = most;
  run.program.globalReductionCount = 1;
  InstanceOptions options;
  options.extents[0] = kColumns;
  options.extents[1] = kRows;
  options.checksums = true;
  options.memoryLimit = 96 << 10;
  run.create(options);
  ASSERT_EQ(run.instance->run(8), 0) << run.instance->lastError();
  auto &engine = static_cast<OutOfCore &>(run.instance->itsEngine());
  engine.restsAt(0, 0, 41).data[0] ^= 16;
  EXPECT_NE(run.instance->run(8) ? 1 : run.instance->synchronize(), 0);
  EXPECT_HAS(run.instance->lastError(),
             "row 41 of field 'u' differs from the values that left the device after step 8");
}

TEST(OutOfCoreChecksums, resultsAreVerifiedWhenTheyAreRead) {
  const StreamDescription stream = streamed("p-tbmr", 4, 13);
  Simulation run(&stream);
  ASSERT_EQ(run.instance->run(8), 0);
  flipBit(run, 0, 17, 8);
  std::vector<double> all(std::size_t(kColumns) * kRows);
  EXPECT_NE(run.instance->copyOut("u", 0, all.data()), 0);
  EXPECT_NE(std::string(run.instance->lastError()).find("row 17 of field 'u'"), std::string::npos)
      << run.instance->lastError();
}

TEST(OutOfCoreChecksums, whatTheHostWritesIsNoError) {
  const StreamDescription stream = streamed("p-tbmr", 4, 13);
  Simulation run(&stream);
  ASSERT_EQ(run.instance->run(8), 0);
  std::vector<double> all = run.cells();
  all[500] += 1;
  EXPECT_EQ(run.instance->copyIn("u", 0, all.data()), 0);
  EXPECT_EQ(run.instance->copyIn("c", 0, all.data()), 0);
  EXPECT_EQ(run.instance->run(8), 0) << run.instance->lastError();
  EXPECT_EQ(run.instance->reset(), 0);
  EXPECT_EQ(run.instance->run(8), 0) << run.instance->lastError();
}

TEST(OutOfCoreChecksums, offMeansOff) {
  const StreamDescription stream = streamed("p-tbmr", 4, 13);
  Simulation run(&stream, 0, false, false);
  ASSERT_EQ(run.instance->run(8), 0);
  flipBit(run, 0, 17, 8);
  EXPECT_EQ(run.instance->run(8), 0);
}

TEST(OutOfCoreChecksums, sumsKnowPlaces) {
  std::vector<std::uint64_t> words(1000);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = i % 3;
  const auto sum = [&] {
    const auto *bytes = reinterpret_cast<const unsigned char *>(words.data());
    const std::uint64_t all = checksumByAll(bytes, 8 * words.size());
    EXPECT_EQ(all, checksumOf(bytes, 600, 1000) + checksumOf(bytes, 0, 600));
    return all;
  };
  const std::uint64_t before = sum();
  std::swap(words[10], words[11]);
  EXPECT_NE(sum(), before);
  std::swap(words[10], words[11]);
  EXPECT_EQ(sum(), before);
  for (int bit = 0; bit < 64; ++bit) {
    words[999] ^= std::uint64_t{1} << bit;
    EXPECT_NE(sum(), before);
    words[999] ^= std::uint64_t{1} << bit;
  }
}

TEST(TraversalRates, launchesCostMoreThanTheirPlanes) {
  KernelTimes times;
  times.assume(2, 3);
  EXPECT_EQ(times.seconds(10), 26);
  EXPECT_EQ(times.seconds(0), 0);
  times.measured(8, 4); // stands for 8 + 3
  EXPECT_DOUBLE_EQ(times.seconds(19), 8);
  times.measured(32, 10);
  times.measured(128, 9); // noise: not faster
  EXPECT_DOUBLE_EQ(times.seconds(20), 7);
  EXPECT_DOUBLE_EQ(times.seconds(128), 10);
  EXPECT_GT(times.seconds(1), 0);
}

/// A domain of `planes` planes of one f32 field in three axes.
OutOfCoreDomain domainOf(const ProgramDescription &program, std::int64_t side,
                         std::int64_t planes) {
  OutOfCoreDomain domain;
  domain.program = &program;
  domain.extents[0] = domain.extents[1] = side;
  domain.extents[2] = planes;
  std::uint64_t bytes = 0;
  EXPECT_TRUE(planFields(program, {side, side, planes}, domain.fields, bytes));
  domain.uses.push_back({1, 2, true});
  domain.ringUnit = 2 << 20;
  return domain;
}

TEST(TraversalPlanner, traversalsOfARunAreThoseItWasPlannedFor) {
  static const FieldDescription cell[] = {{"u", Scalar::F32, 1, 2, true}};
  for (const char *method : {"t", "tbm", "p-tbmr"}) {
    const StreamDescription stream = streamed(method, 0, 0);
    const ProgramDescription program = describe("cells", 3, cell, &stream);
    const OutOfCoreDomain domain = domainOf(program, 2048, 1536);
    TraversalRates rates;
    rates.linkBytes = rates.linkBytesAlone = 50e9;
    rates.single.assume(domain.planeCells() / 4.8e11, 0);
    const TraversalPlanner planner(domain, rates);
    TraversalChoice choice;
    ASSERT_TRUE(planner.choose(std::uint64_t{4} << 30, std::uint64_t{100} << 30, choice, 64));
    const std::vector<FieldRing> rings = planner.ringsOf(choice);
    double seconds = choice.traversal.ends;
    int traversals = 0, least = choice.depth;
    for (std::int64_t left = 64; left > 0; ++traversals) {
      const NextTraversal traversal = planner.nextTraversal(choice, rings, left);
      EXPECT_TRUE(fitsRings(traversal.shape, rings, domain.uses));
      seconds += planner.secondsOf(traversal.shape).all;
      left -= traversal.depth;
      least = std::min(least, traversal.depth);
    }
    EXPECT_DOUBLE_EQ(choice.seconds, seconds) << method;
    EXPECT_LE(traversals, 2) << method;     // not one traversal of one step more: that copies all
    EXPECT_GE(least, 64 / 2 - 2) << method; // equal depths
  }
}

TEST(TraversalPlanner, chunksThatAreAlikeAreCountedAtOnce) {
  static const FieldDescription cell[] = {{"u", Scalar::F32, 1, 2, true}};
  for (const char *method : {"t", "p-tbmr"})
    for (const bool isPeriodic : {false, true}) {
      StreamDescription stream = streamed(method, 0, 0);
      stream.isPeriodic = isPeriodic;
      const ProgramDescription program = describe("cells", 3, cell, &stream);
      const OutOfCoreDomain domain = domainOf(program, 64, 1536);
      TraversalRates rates;
      rates.single.assume(1, 3);
      const TraversalPlanner planner(domain, rates);
      for (const int depth : {1, 7, 40})
        for (const int chunk : {1, 2, 5, 41, 64, 700}) {
          const TraversalShape shape = planner.shapeOf(depth, chunk);
          double all = 0;
          for (const TraversalLevel &level : shape.levels)
            for (int i = 0; i < shape.chunks(); ++i)
              all += rates.single.seconds(shape.range(i, &level).count());
          EXPECT_NEAR(planner.secondsOf(shape).compute, all, 1e-9 * all)
              << method << " depth " << depth << " chunk " << chunk << isPeriodic;
        }
    }
}

} // namespace
} // namespace stencilc::out_of_core_test
