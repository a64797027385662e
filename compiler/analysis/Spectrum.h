/// \file The amplification factor of a linear update as a function of the wave vector.
///
/// Each time level of a wave is a complex number times the same pattern. The update then becomes
/// a recurrence g^m = c[0] g^(m-1) + ... + c[m-1]. Here c[k] is the sum of the coefficients of
/// level t-k, each times exp(i wave . offset). The amplification factor is the largest root |g|.
#pragma once

#include "analysis/LinearUpdate.h"
#include <array>
#include <complex>
#include <limits>
#include <vector>

namespace stencilc::analysis {

using Wave = std::array<double, kMaxAxes>; // wave vector in radians per cell

/// A wave vector, and the factor by which the wave grows in one time step.
struct Peak {
  double factor = 0;
  Wave wave{};
};

/// The amplification factor of one linear update as a function of the wave vector.
class Spectrum {
public:
  Spectrum(const LinearUpdate &update, int rank);

  /// Returns the amplification factor of a wave in one time step.
  double factor(const Wave &wave) const;

  /// Returns the wave with the largest amplification factor (growth in one time step) that a search
  /// finds. The search samples a regular grid of waves, and improves the best one by hill climbing.
  /// The search stops at the first sample whose factor exceeds `enough`.
  Peak largest(double enough = std::numeric_limits<double>::infinity());

  /// Returns by how much the amplification factor (growth of a wave in one time step) of a stable
  /// scheme may exceed 1 because of rounding. `roundingUnit` is the relative rounding error of a
  /// coefficient. The factor is the largest root of a polynomial whose degree m is the number of
  /// time levels read. An error e may move a multiple root by e^(1/m).
  double tolerance(double roundingUnit) const;

private:
  using Complex = std::complex<double>;
  using Taps = std::vector<LinearUpdate::Tap>;

  /// Table for one axis, with which the terms of an update (coefficient times exp(i wave offset))
  /// are summed. Terms that differ only in their offset along this axis become one combined term
  /// for each sampled wave number.
  struct Fold {
    std::vector<std::size_t> into;           // combined term, by term
    std::vector<std::vector<Complex>> turns; // exp(i wave offset), by sample and term
    std::vector<Complex> sums;               // combined terms of the current sample
  };

  int samples() const { return rank == 1 ? 256 : rank == 2 ? 64 : 32; }
  /// Returns the number of samples along an axis. Coefficients are real, so that opposite waves
  /// have the same factor, and half of the last axis is enough.
  int samplesAlong(int axis) const { return axis == rank - 1 ? samples() / 2 + 1 : samples(); }
  double waveOf(int sample) const;
  Taps prepare(int axis, const Taps &terms);
  void sample(const std::vector<Complex> &terms, int axis, Wave &wave, Peak &peak, double enough);
  void climb(Peak &peak) const;

  int rank, levels = 1;
  double weight = 0;                          // sum of |coefficient|
  Taps taps, last;                            // in order; those left when all axes are summed up
  std::vector<Complex> coefficients, byLevel; // by tap; by level, of the current sample
  std::array<Fold, kMaxAxes> folds;           // by axis
};

} // namespace stencilc::analysis
