/// \file Two programs as stencilc emits them for the CPU target, written by hand and easy to
/// follow.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Step.h"
#include <cstdint>

namespace programs {

using namespace stencilc;

/// A program along x without parameters.
template <int Fields>
ProgramDescription ofOneAxis(const char *name, const char *schedule,
                             const FieldDescription (&fields)[Fields],
                             decltype(ProgramDescription::initialValue) initial,
                             decltype(ProgramDescription::step) step) {
  return {.name = name,
          .source = "program.stencil",
          .schedule = schedule,
          .scheduleOptions = "",
          .target = "cpu",
          .rank = 1,
          .axes = {"x"},
          .fields = fields,
          .fieldCount = Fields,
          .parameters = nullptr,
          .parameterCount = 0,
          .sizeHint = {},
          .stepsHint = 0,
          .minimumExtents = {1, 1, 1},
          .bytesPerUpdate = 16,
          .flopsPerUpdate = 1,
          .uniformBytes = 0,
          .uniforms = nullptr,
          .initialValue = initial,
          .step = step};
}

// --- heat2d: one field, two buffers, a parameter; a copy of the outermost cells serves as boundary
// -----------

struct HeatUniforms {
  double d;
};

inline void heatUniforms(const double *parameters, const Grid &, void *out) {
  *static_cast<HeatUniforms *>(out) = {parameters[0]};
}

inline double heatInitial(int, const double *parameters, const Grid &g, std::int64_t x,
                          std::int64_t y, std::int64_t) {
  return static_cast<double>(x * 3 + y * y % 7) + parameters[1] * g.nx;
}

inline void heatStep(Step &s) {
  const Grid g = s.grid();
  const auto u = s.uniforms<HeatUniforms>();
  const View<const double> T = s.read<double>(0, 0);
  const View<double> next = s.write<double>(0);
  for (int y = 0; y < g.ny; ++y)
    for (int x = 0; x < g.nx; ++x) {
      const int l = x > 0 ? x - 1 : x, r = x < g.nx - 1 ? x + 1 : x;
      next(x, y) = T(x, y) + u.d * (T(l, y) + T(r, y) - 2 * T(x, y));
    }
}

inline const FieldDescription heatFields[] = {
    {.name = "T", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true},
};
inline const ParameterDescription heatParameters[] = {
    {.name = "d", .value = 0.25, .low = 0, .high = 0.5, .hasRange = true},
    {.name = "offset", .value = 0, .low = 0, .high = 0, .hasRange = false},
};
inline const ProgramDescription heat = {
    .name = "heat2d",
    .source = "heat2d.stencil",
    .schedule = "loops",
    .scheduleOptions = "",
    .target = "cpu",
    .rank = 2,
    .axes = {"x", "y"},
    .fields = heatFields,
    .fieldCount = 1,
    .parameters = heatParameters,
    .parameterCount = 2,
    .sizeHint = {},
    .stepsHint = 0,
    .minimumExtents = {2, 1, 1},
    .bytesPerUpdate = 16,
    .flopsPerUpdate = 4,
    .uniformBytes = sizeof(HeatUniforms),
    .uniforms = heatUniforms,
    .initialValue = heatInitial,
    .step = heatStep,
};

// --- wave1d: two levels, t+1 overwrites t-1; a constant field in f32 -----------------------------

inline double waveInitial(int field, const double *, const Grid &, std::int64_t x, std::int64_t,
                          std::int64_t) {
  return field == 0 ? 1.0 + static_cast<double>(x) : 0.5;
}

inline void waveStep(Step &s) {
  const View<const double> u = s.read<double>(0, 0), before = s.read<double>(0, -1);
  const View<const float> c = s.read<float>(1, 0);
  const View<double> next = s.write<double>(0);
  for (int x = 0; x < s.grid().nx; ++x)
    next(x) = 2 * u(x) - before(x) + c(x);
}

inline const FieldDescription waveFields[] = {
    {.name = "u", .storage = Scalar::F64, .levels = 2, .buffers = 2, .updated = true},
    {.name = "c", .storage = Scalar::F32, .levels = 1, .buffers = 1, .updated = false},
};
inline const ProgramDescription wave = [] {
  ProgramDescription description = ofOneAxis("wave1d", "loops", waveFields, waveInitial, waveStep);
  description.bytesPerUpdate = 28;
  description.flopsPerUpdate = 3;
  return description;
}();

} // namespace programs
