/// \file A program written by hand whose domain can be divided, and all that a run of it leaves:
/// for tests of parts and of processes.
#pragma once

#include "runtime/core/device/DeviceChoice.h"
#include "runtime/core/instance/Instance.h"
#include "stencilc/Check.h"
#include "stencilc/Step.h"
#include <gtest/gtest.h>
#include <numeric>

namespace stencilc {

inline constexpr int kNx = 5, kNy = 3;

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

inline double initialValue(int field, const double *, const Grid &, Int64 x, Int64 y, Int64 z) {
  return field == 1 ? 0.01 * double(1 + (x + z) % 3) : 0.1 * double((7 * z + 3 * y + x) % 11);
}

inline void reduce(Check &check) {
  const auto u = check.read<double>(0, 1);
  check.reduce<Reduce::Sum, Reduce::Max, Reduce::Norm>(
      [&]<int kWidth>(int x, int y, int z, auto &values) {
        for (int i = 0; i < kWidth; ++i)
          values[0][i] = values[1][i] = values[2][i] = u(x + i, y, z);
      });
}

inline double reportValue(int report, const double *, const Grid &, const Moment &,
                          const double *found) {
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
    slabs.passes = slabs.reachLow = slabs.reachHigh = 1;
    slabs.margin = 1;
  }
  Wave(const Wave &) = delete;
  void divide() {
    program.slabs = &slabs;
    program.engine = &STENCILC_SYMBOL(slab_engine);
  }
};

template <class Program>
std::unique_ptr<Instance> create(const Program &wave, int planes, int parts, std::string *why = {},
                                 Ranks *ranks = nullptr) {
  InstanceOptions options;
  options.ranks = ranks;
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

/// `levels`: of u, which users see.
inline Outcome runOf(Instance &instance, int planes, int levels = 2) {
  Outcome outcome;
  instance.onReport([](void *to, Int64, const char *,
                       double value) { static_cast<Outcome *>(to)->reports.push_back(value); },
                    &outcome);
  EXPECT_EQ(instance.run(7, nullptr), 0) << instance.lastError();
  // Some cells change, those beside a cut among them.
  std::vector<double> some(std::size_t(kNx) * kNy);
  for (const int z : {0, planes / 2, planes - 1}) {
    std::iota(some.begin(), some.end(), z);
    EXPECT_EQ(instance.cellsIn(0, 1 - levels, Int64(z) * kNx * kNy, kNx * kNy, some.data()), 0);
    EXPECT_EQ(instance.cellsIn(0, 0, Int64(z) * kNx * kNy + 1, 2, some.data()), 0);
  }
  EXPECT_EQ(instance.run(6, nullptr), 0) << instance.lastError();
  for (int level = 0; level > -levels; --level) {
    std::vector<double> cells(std::size_t(kNx) * kNy * std::size_t(planes));
    EXPECT_EQ(instance.copyOut("u", level, cells.data(), 0, 0), 0) << instance.lastError();
    outcome.cells.insert(outcome.cells.end(), cells.begin(), cells.end());
  }
  return outcome;
}

} // namespace stencilc
