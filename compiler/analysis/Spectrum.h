/// \file The amplification factor of a linear update as a function of the wave vector.
///
/// For a wave, every time level is a complex number times the same pattern, so the update becomes
/// a recurrence g^m = c[0] g^(m-1) + ... + c[m-1], where c[k] is the sum of the coefficients of
/// level t-k, each times exp(i wave . offset). The amplification factor is the largest root |g|.
#pragma once

#include "analysis/LinearUpdate.h"
#include <array>
#include <complex>
#include <limits>
#include <vector>

namespace stencilc::analysis {

using Wave = std::array<double, kMaxAxes>; // radians per cell

struct Peak {
  double factor = 0;
  Wave wave{};
};

class Spectrum {
public:
  Spectrum(const LinearUpdate &update, int rank);

  double factor(const Wave &wave) const;

  /// The best sample of a regular grid of waves, then uphill from there; the first that grows by
  /// more than `enough`, if there is one.
  Peak largest(double enough = std::numeric_limits<double>::infinity());

  /// A root of multiplicity m moves by the m-th root of a change of the coefficients; below that,
  /// growth and rounding look alike.
  double tolerance(double roundingUnit) const;

private:
  using Complex = std::complex<double>;
  using Taps = std::vector<LinearUpdate::Tap>;

  /// How terms become fewer when an axis is summed out: those that differ along it alone become
  /// one.
  struct Fold {
    std::vector<std::size_t> into;           // by term
    std::vector<std::vector<Complex>> turns; // by sample and term: exp(i wave offset)
    std::vector<Complex> sums;               // of the sample at hand
  };

  int samples() const { return rank == 1 ? 256 : rank == 2 ? 64 : 32; }
  /// Coefficients are real, so that opposite waves grow alike: half of the last axis is enough.
  int samplesAlong(int axis) const { return axis == rank - 1 ? samples() / 2 + 1 : samples(); }
  double waveOf(int sample) const;
  Taps prepare(int axis, const Taps &terms);
  void sample(const std::vector<Complex> &terms, int axis, Wave &wave, Peak &peak, double enough);
  void climb(Peak &peak) const;

  int rank, levels = 1;
  double weight = 0;                          // sum of |coefficient|
  Taps taps, last;                            // in order; what is left when all axes are summed out
  std::vector<Complex> coefficients, byLevel; // by tap; of the sample at hand
  std::array<Fold, kMaxAxes> folds;           // by axis
};

} // namespace stencilc::analysis
