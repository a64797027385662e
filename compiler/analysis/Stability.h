/// \file Von Neumann stability: the growth of the fastest growing wave in one time step.
#pragma once

#include "ir/Program.h"
#include <array>
#include <optional>
#include <string>

namespace stencilc::analysis {

/// Result of the stability analysis: growth of waves exp(i * wave . cell) under a linear update
/// with constant coefficients, far from all boundaries.
struct Stability {
  ir::FieldId field;
  double factor = 0;                   // largest amplification factor found, per time step
  std::array<double, kMaxAxes> wave{}; // its wave vector, radians per cell, in [-pi, pi]
  /// Largest excess of the growth factor over 1 that rounded coefficients can explain.
  double tolerance = 0;
  struct Limit {
    ir::ParamId param;
    double value;
  };
  /// Largest value of a parameter that was found stable. Set only for an unstable scheme whose
  /// growth depends on exactly one parameter.
  std::optional<Limit> limit;

  bool isStable() const { return factor <= 1 + tolerance; }
};

/// Analyses the stability of a program with the default values of its parameters. Returns nullopt
/// unless it has a single update that is linear in its field, with the same coefficients for all
/// cells. Terms without the field (sources) do not matter. Coefficients are computed in f64,
/// without the roundings of the program. (Charney, Fjortoft, von Neumann: Numerical integration of
/// the barotropic vorticity equation, Tellus 1950.)
std::optional<Stability> analyseStability(const ir::Program &program);

/// Returns the wave vector as text, such as "(pi, 0.5 pi)".
std::string describeWave(const Stability &stability, int rank);

} // namespace stencilc::analysis
