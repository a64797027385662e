/// \file Programs written by hand that are streamed, or run whole to compare with.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "stencilc/Step.h"
#include <gtest/gtest.h>
#include <string>

namespace stencilc {

inline StreamDescription streamed(const char *method, int depth, int planes) {
  StreamDescription stream{};
  stream.method = method;
  stream.inner = "loops";
  stream.isSkewed = *method != 't';
  stream.isPipelined = *method == 'p';
  stream.kernels = stream.reach = stream.lag = 1;
  stream.depth = depth;
  stream.planes = planes;
  return stream;
}

/// Without functions and traffic. `stream` null: not streamed.
template <int kFields>
ProgramDescription describe(const char *name, int rank, const FieldDescription (&fields)[kFields],
                            const StreamDescription *stream) {
  ProgramDescription program{};
  program.name = name;
  program.source = "by hand";
  program.schedule = stream ? "stream" : "loops";
  program.scheduleOptions = "";
  program.target = "cpu";
  program.rank = rank;
  program.axes[0] = "x";
  program.axes[1] = "y";
  if (rank == 3)
    program.axes[2] = "z";
  program.fields = fields;
  program.fieldCount = kFields;
  for (std::int64_t &least : program.minimumExtents)
    least = 1;
  program.stream = stream;
  program.engine = stream ? &STENCILC_SYMBOL(stream_engine) : nullptr;
  return program;
}

/// A field of two time levels beside one that never changes, and what they start with.
inline const FieldDescription kTwoFields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 2, .buffers = 3, .updated = true},
    {.name = "c", .storage = Scalar::F64, .levels = 1, .buffers = 1, .updated = false},
};
inline double initialOfTwo(int field, const double *, const Grid &, std::int64_t x, std::int64_t y,
                           std::int64_t z) {
  return field == 0 ? double(x * 7 + y * y % 11 + z % 5) : 0.25 + 1e-3 * double(y + z);
}

/// A step of these: u[t+1] of u[t], u[t-1] and the field that never changes; two planes below, one
/// above. Beyond the ends of z it is zero, or goes round. A cell's place counts as well, where the
/// axis ends.
template <bool IsPeriodic> void stepOfTwo(Step &s) {
  const Grid g = s.grid();
  const View<const double> u = s.read<double>(0, 0), old = s.read<double>(0, -1);
  const View<const double> c = s.read<double>(1, 0);
  const View<double> next = s.write<double>(0);
  const auto at = [&](int x, int y, int z) {
    if (!IsPeriodic)
      return z < 0 || z >= g.nz ? 0.0 : u(x, y, z);
    return s.planes().count() > 0 ? u(x, y, z) : u(x, y, (z + g.nz) % g.nz);
  };
  const PlaneRange planes = s.planes().count() > 0 ? s.planes() : PlaneRange{0, int(g.nz)};
  for (int z = planes.begin; z < planes.end; ++z)
    for (int y = 0; y < g.ny; ++y)
      for (int x = 0; x < g.nx; ++x) {
        const double low = y > 0 ? u(x, y - 1, z) : 0;
        next(x, y, z) = c(x, y, z) * u(x, y, z) - 0.125 * old(x, y, z) + 0.25 * low +
                        0.0625 * (at(x, y, z - 2) + at(x, y, z + 1)) + (IsPeriodic ? 0 : 1e-3 * z);
      }
}

/// An instance, what it was made of, and the plan it told.
struct PlannedInstance {
  StreamDescription stream{};
  ProgramDescription program{};
  std::string plan;
  std::unique_ptr<Instance> instance;

  PlannedInstance() = default;
  PlannedInstance(const PlannedInstance &) = delete;
  void create(InstanceOptions options) {
    options.planned = [](void *self, const char *text) {
      static_cast<PlannedInstance *>(self)->plan = text;
    };
    options.plannedUser = this;
    char message[512] = "";
    instance.reset(Instance::create(program, options, message, sizeof message));
    EXPECT_TRUE(instance) << message;
  }
};

} // namespace stencilc
