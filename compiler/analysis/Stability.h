/// \file Von Neumann stability: how fast the fastest growing wave grows in one step.
#pragma once

#include "ir/Program.h"
#include <array>
#include <optional>
#include <string>

namespace stencilc::analysis {

/// What happens to waves exp(i * wave . cell) under a linear update with constant coefficients far
/// from all boundaries.
struct Stability {
  ir::FieldId field;
  double factor = 0;                   // largest amplification factor found
  std::array<double, kMaxAxes> wave{}; // its wave vector, radians per cell, in [-pi, pi]
  /// Growth that cannot be told from the rounding of the coefficients.
  double tolerance = 0;
  struct Limit {
    ir::ParamId param;
    double value;
  };
  /// Unstable schemes whose growth depends on exactly one parameter: the largest value of it found
  /// stable.
  std::optional<Limit> limit;

  bool isStable() const { return factor <= 1 + tolerance; }
};

/// Nothing if the method does not apply: it needs a single update that is linear in its field, with
/// coefficients that are the same for all cells. Terms without the field (sources) do not matter.
/// Parameters have their defaults. The coefficients are taken from the IR, but not rounded as its
/// nodes are. (Charney, Fjortoft, von Neumann: Numerical integration of the barotropic vorticity
/// equation, Tellus 1950.)
std::optional<Stability> analyseStability(const ir::Program &program);

/// The wave vector in words: "(pi, 0.5 pi)".
std::string describeWave(const Stability &stability, int rank);

} // namespace stencilc::analysis
