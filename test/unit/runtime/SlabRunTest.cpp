/// \file Runs whose domain is divided give the bytes of one device that has all of it: fields,
/// levels, what is reported, cells that are read and written between steps.
#include "stencilc/slabs/SlabRun.h"
#include "stencilc/Check.h"
#include "stencilc/DeviceChoice.h"
#include "stencilc/Instance.h"
#include "stencilc/Step.h"
#include "stencilc/slabs/SlabSums.h"
#include <gtest/gtest.h>
#include <map>
#include <numeric>

namespace stencilc {
namespace {

constexpr int kNx = 5, kNy = 3;

/// A wave in a medium: two levels, a constant field; periodic, or with the same value beyond both
/// ends. In a divided domain, planes beyond the ends are there.
template <bool kWraps>
double at(const Step &s, const View<const double> &view, int x, int y, int z) {
  const int nz = s.grid().nz;
  if (kWraps && s.planes().count() == 0)
    z = (z + nz) % nz;
  return !kWraps && (z < 0 || z >= nz) ? 0.25 : view(x, y, z);
}

template <bool kWraps> void waveStep(Step &s) {
  const Grid g = s.grid();
  const PlaneRange planes = s.planes().count() > 0 ? s.planes() : PlaneRange{0, g.nz};
  const auto u = s.read<double>(0, 0), old = s.read<double>(0, -1), c = s.read<double>(1, 0);
  const auto to = s.write<double>(0);
  s.forRange(planes.begin, planes.end, [&](int begin, int end) {
    for (int z = begin; z < end; ++z)
      for (int y = 0; y < g.ny; ++y)
        for (int x = 0; x < g.nx; ++x)
          to(x, y, z) = 1.5 * u(x, y, z) - 0.5 * old(x, y, z) +
                        c(x, y, z) * (at<kWraps>(s, u, x, y, z - 1) +
                                      at<kWraps>(s, u, x, y, z + 1) - 2 * u(x, y, z));
  });
}

/// Two steps at once: the planes of the first in memory of its own.
template <bool kWraps> void twoSteps(Step &s) {
  const Grid g = s.grid();
  const PlaneRange planes = s.planes().count() > 0 ? s.planes() : PlaneRange{0, g.nz};
  const auto u = s.read<double>(0, 0), old = s.read<double>(0, -1), c = s.read<double>(1, 0);
  const auto first = s.write<double>(0, 1), second = s.write<double>(0, 2);
  const auto update = [&](double here, double before, double low, double high, double medium) {
    return 1.5 * here - 0.5 * before + medium * (low + high - 2 * here);
  };
  const auto once = [&](int x, int y, int z) {
    const int in = kWraps && s.planes().count() == 0 ? (z + g.nz) % g.nz : z;
    return update(u(x, y, in), old(x, y, in), at<kWraps>(s, u, x, y, in - 1),
                  at<kWraps>(s, u, x, y, in + 1), c(x, y, in));
  };
  const auto beyond = [&](int x, int y, int z) {
    return !kWraps && (z < 0 || z >= g.nz) ? 0.25 : once(x, y, z);
  };
  for (int z = planes.begin; z < planes.end; ++z)
    for (int y = 0; y < g.ny; ++y)
      for (int x = 0; x < g.nx; ++x) {
        const double here = once(x, y, z);
        first(x, y, z) = here;
        second(x, y, z) =
            update(here, u(x, y, z), beyond(x, y, z - 1), beyond(x, y, z + 1), c(x, y, z));
      }
}

double initialValue(int field, const double *, const Grid &, Int64 x, Int64 y, Int64 z) {
  return field == 1 ? 0.01 * double(1 + (x + z) % 3) : 0.1 * double((7 * z + 3 * y + x) % 11);
}

void reduce(Check &check) {
  const auto u = check.read<double>(0, 1);
  check.reduce<Reduce::Sum, Reduce::Max, Reduce::Norm>(
      [&]<int kWidth>(int x, int y, int z, auto &values) {
        for (int i = 0; i < kWidth; ++i)
          values[0][i] = values[1][i] = values[2][i] = u(x + i, y, z);
      });
}

double reportValue(int report, const double *, const Grid &, const Moment &, const double *found) {
  return found[report];
}

struct Wave {
  ProgramDescription program{};
  SlabDescription slabs{};

  Wave(bool wraps, bool fuses, const char *exchange, int every = 1) {
    static constexpr FieldDescription fields[] = {
        {.name = "u", .storage = Scalar::F64, .levels = 2, .buffers = 4, .updated = true},
        {.name = "c", .storage = Scalar::F64, .levels = 1, .buffers = 1, .updated = false}};
    static constexpr FusedKernel plain[] = {{2, twoSteps<false>}},
                                 wrapping[] = {{2, twoSteps<true>}};
    static constexpr Reduce reductions[] = {Reduce::Sum, Reduce::Max, Reduce::Norm};
    static constexpr int which[] = {0, 1, 2};
    static constexpr CheckDescription checks[] = {{3, which, 3, false, reduce}};
    static constexpr ReportDescription reports[] = {
        {"total", "sum(u)", 3}, {"most", "max(u)", 3}, {"size", "norm(u)", 3}};
    program.name = "wave";
    program.source = "by hand";
    program.schedule = program.scheduleOptions = "";
    program.target = "cpu";
    program.rank = 3;
    program.axes[0] = "x";
    program.axes[1] = "y";
    program.axes[2] = "z";
    program.fields = fields;
    program.fieldCount = 2;
    for (Int64 &least : program.minimumExtents)
      least = 1;
    program.initialValue = initialValue;
    program.step = wraps ? waveStep<true> : waveStep<false>;
    program.fused = wraps ? wrapping : plain;
    program.fusedCount = fuses;
    program.reductions = reductions;
    program.reductionCount = 3;
    program.checks = checks;
    program.checkCount = 1;
    program.reports = reports;
    program.reportCount = 3;
    program.reportValue = reportValue;
    slabs.inner = "loops";
    slabs.exchange = exchange;
    slabs.every = every;
    slabs.isPeriodic = wraps;
    slabs.passes = slabs.reach = 1;
    slabs.margin = 1;
  }
  Wave(const Wave &) = delete;
  void divide() { program.slabs = &slabs; }
};

std::unique_ptr<Instance> create(const Wave &wave, int planes, int parts, std::string *why = {}) {
  InstanceOptions options;
  options.extents[0] = kNx;
  options.extents[1] = kNy;
  options.extents[2] = planes;
  options.devices.numbers.resize(std::size_t(parts));
  std::iota(options.devices.numbers.begin(), options.devices.numbers.end(), 0);
  char message[512] = "";
  std::unique_ptr<Instance> made(Instance::create(wave.program, options, message, sizeof message));
  if (why)
    *why = message;
  else
    EXPECT_TRUE(made) << message;
  return made;
}

/// All that a run leaves.
struct Outcome {
  std::vector<double> cells;
  std::vector<double> reports;
  bool operator==(const Outcome &) const = default;
};

Outcome runOf(Instance &instance, int planes) {
  Outcome outcome;
  instance.onReport([](void *to, Int64, const char *,
                       double value) { static_cast<Outcome *>(to)->reports.push_back(value); },
                    &outcome);
  EXPECT_EQ(instance.run(7, nullptr), 0) << instance.lastError();
  // Some cells change, those beside a cut among them.
  std::vector<double> some(std::size_t(kNx) * kNy);
  for (const int z : {0, planes / 2, planes - 1}) {
    std::iota(some.begin(), some.end(), z);
    EXPECT_EQ(instance.cellsIn(0, -1, Int64(z) * kNx * kNy, kNx * kNy, some.data()), 0);
    EXPECT_EQ(instance.cellsIn(0, 0, Int64(z) * kNx * kNy + 1, 2, some.data()), 0);
  }
  EXPECT_EQ(instance.run(6, nullptr), 0) << instance.lastError();
  for (const int level : {0, -1}) {
    std::vector<double> cells(std::size_t(kNx) * kNy * std::size_t(planes));
    EXPECT_EQ(instance.copyOut("u", level, cells.data(), 0, 0), 0) << instance.lastError();
    outcome.cells.insert(outcome.cells.end(), cells.begin(), cells.end());
  }
  return outcome;
}

TEST(SlabRun, anyNumberOfPartsGivesTheSameBytes) {
  for (const bool wraps : {false, true})
    for (const bool fuses : {false, true}) {
      constexpr int kPlanes = 29;
      const Wave whole(wraps, fuses, "after");
      const Outcome expected = runOf(*create(whole, kPlanes, 0), kPlanes);
      ASSERT_FALSE(expected.reports.empty());
      for (const char *exchange : {"after", "ends"})
        for (const int every : {1, 2})
          for (int parts = 1; parts <= 6; ++parts) {
            Wave wave(wraps, fuses, exchange, every);
            wave.divide();
            const std::unique_ptr<Instance> instance = create(wave, kPlanes, parts);
            ASSERT_TRUE(instance);
            EXPECT_TRUE(runOf(*instance, kPlanes) == expected)
                << wraps << fuses << " " << exchange << " every " << every << ", parts " << parts;
            EXPECT_EQ(instance->reset(), 0);
            EXPECT_TRUE(runOf(*instance, kPlanes) == expected) << "again";
          }
    }
}

TEST(SlabRun, thinSlabsTakeSingleStepsAndMorePartsAreRefused) {
  Wave wave(false, true, "after");
  wave.divide();
  EXPECT_TRUE(create(wave, 6, 5)); // one plane each: halos of two steps do not fit
  std::string why;
  EXPECT_FALSE(create(wave, 6, 7, &why));
  EXPECT_EQ(why,
            "7 parts are too many for 6 planes along z: a step reads 1 to either side, so that "
            "no more than 6 fit; give fewer devices");
}

TEST(SlabRun, partsAreKnown) {
  Wave wave(true, true, "ends");
  wave.divide();
  const std::unique_ptr<Instance> instance = create(wave, 29, 3);
  Int64 begin = -1, end = -1;
  int device = 7;
  EXPECT_TRUE(instance->itsEngine().part(2, &begin, &end, &device));
  EXPECT_EQ(begin, 19);
  EXPECT_EQ(end, 29);
  EXPECT_EQ(device, -1);
  EXPECT_EQ(instance->itsEngine().part(3, nullptr, nullptr, nullptr).message(),
            "there is no part 3: the domain has 3, counted from 0");
  FieldView view;
  EXPECT_NE(instance->view("u", 0, &view), 0);
  int stream = 0;
  EXPECT_NE(instance->run(1, &stream), 0);
  ASSERT_TRUE(instance->itsEngine().divided());
  EXPECT_EQ(instance->itsEngine().divided()->parts, 3);
  EXPECT_STREQ(instance->itsEngine().divided()->exchange, "ends");
  EXPECT_EQ(instance->itsEngine().divided()->sideBytes, 2.0 * 2 * kNx * kNy * sizeof(double));
}

TEST(SlabRun, devicesAreRefusedWhereNothingIsDivided) {
  const Wave wave(false, false, "after");
  std::string why;
  EXPECT_FALSE(create(wave, 8, 2, &why));
  EXPECT_NE(why.find("compile it with --schedule=slabs"), std::string::npos);
}

TEST(SlabSums, listsAreJoinedAsOnOneDevice) {
  std::vector<double> values(5000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 1.0 / double(1 + i % 97);
  double segments[5];
  for (int segment = 0; segment < 5; ++segment) {
    double sums[kAccumulators] = {};
    for (int i = segment * kSegment; i < std::min(5000, (segment + 1) * kSegment); ++i)
      sums[i % kAccumulators] += values[std::size_t(i)];
    for (int width = 1; width < kAccumulators; width *= 2)
      for (int i = 0; i < kAccumulators; i += 2 * width)
        sums[i] += sums[i + width];
    segments[segment] = sums[0];
  }
  // Neighbours of five: the accumulators beyond are empty.
  const double expected = ((segments[0] + segments[1]) + (segments[2] + segments[3])) + segments[4];
  EXPECT_EQ(joinPlanes(Reduce::Sum, values), expected);
  EXPECT_EQ(joinPlanes(Reduce::Max, values), 1.0);
  EXPECT_EQ(joinPlanes(Reduce::Min, {3.0}), 3.0);
}

TEST(DeviceChoice, numbersOrHowManyOrAll) {
  DeviceChoice choice;
  EXPECT_EQ(parseDevices("3", choice), "");
  EXPECT_EQ(choice.numbers, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(parseDevices("2,0", choice), "");
  EXPECT_EQ(choice.numbers, (std::vector<int>{2, 0}));
  EXPECT_EQ(parseDevices("2,", choice), "");
  EXPECT_EQ(choice.numbers, (std::vector<int>{2}));
  EXPECT_EQ(parseDevices("all", choice), "");
  EXPECT_TRUE(choice.all);
  EXPECT_FALSE(choice.resolve(World::Cpu));
  for (const char *wrong : {"0", "-1", "2,2", "x", "1,,2", "", ",", "99999"})
    EXPECT_NE(parseDevices(wrong, choice), "") << wrong;
}

} // namespace
} // namespace stencilc
