/// \file Von Neumann stability: how fast the fastest growing wave grows in one step.
///
/// For a wave, every time level is a complex number times the same pattern, so the update becomes
/// a recurrence g^m = c[0] g^(m-1) + ... + c[m-1], where c[k] is the sum of the coefficients of
/// level t-k, each times exp(i wave . offset). The amplification factor is the largest root |g|.
#include "analysis/Stability.h"
#include "analysis/LinearUpdate.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <complex>
#include <numbers>

namespace stencilc::analysis {

namespace {

/// Beyond these a warning does without the largest stable value: finding it means analysing the
/// update some fifty times, and once for each parameter.
constexpr std::size_t kMostParams = 100, kMostTaps = 1000;

using Complex = std::complex<double>;
using Wave = std::array<double, kMaxAxes>;
using Phases = std::map<LinearUpdate::Tap, Complex>;

/// Largest |g| with g^m = c[0] g^(m-1) + ... + c[m-1].
double largestRoot(const std::vector<Complex> &c) {
  const std::size_t m = c.size();
  if (m == 1)
    return std::abs(c[0]);
  if (m == 2) {
    const Complex root = std::sqrt(c[0] * c[0] + 4.0 * c[1]);
    return std::max(std::abs(c[0] + root), std::abs(c[0] - root)) / 2;
  }
  // All roots at once by Weierstrass' iteration (Durand 1960, Kerner 1966), from points on a spiral
  // inside the circle that is known to hold all roots.
  double radius = 1;
  for (const Complex &coefficient : c)
    radius = std::max(radius, 1 + std::abs(coefficient));
  std::vector<Complex> roots(m);
  for (std::size_t i = 0; i < m; ++i)
    roots[i] = std::polar(radius * static_cast<double>(i + 1) / static_cast<double>(m),
                          0.4 + 2.4 * static_cast<double>(i));
  double change = 1;
  for (int iteration = 0; iteration < 500 && change > 1e-15 * radius; ++iteration) {
    change = 0;
    for (std::size_t i = 0; i < m; ++i) {
      Complex value = 1;
      for (const Complex &coefficient : c)
        value = value * roots[i] - coefficient;
      Complex others = 1;
      for (std::size_t j = 0; j < m; ++j)
        if (j != i)
          others *= roots[i] - roots[j];
      if (others == 0.0)
        continue;
      roots[i] -= value / others;
      change = std::max(change, std::abs(value / others));
    }
  }
  double largest = 0;
  for (const Complex &root : roots)
    largest = std::max(largest, std::abs(root));
  return largest;
}

struct Peak {
  double factor = 0;
  Wave wave{};
};

/// The amplification factor as a function of the wave vector.
class Spectrum {
public:
  Spectrum(const LinearUpdate &update, int rank) : rank(rank) {
    for (const auto &[tap, coefficient] : update.coefficients) {
      taps[tap] = coefficient;
      levels = std::max(levels, 1 - tap.level);
      weight += std::abs(coefficient);
    }
  }

  double factor(const Wave &wave) const {
    std::vector<Complex> sums(levels);
    for (const auto &[tap, coefficient] : taps) {
      double phase = 0;
      for (int axis = 0; axis < rank; ++axis)
        phase += wave[axis] * tap.offset[axis];
      sums[-tap.level] += coefficient * std::polar(1.0, phase);
    }
    return largestRoot(sums);
  }

  /// The best sample of a regular grid of waves, then uphill from there.
  Peak largest() const {
    Peak peak;
    Wave wave{};
    sample(taps, rank - 1, wave, peak);
    climb(peak);
    return peak;
  }

  /// A root of multiplicity m moves by the m-th root of a change of the coefficients; below that,
  /// growth and rounding look alike.
  double tolerance(double roundingUnit) const {
    return std::max(1e-6, 2 * std::pow(weight * roundingUnit, 1.0 / levels));
  }

private:
  int samples() const { return rank == 1 ? 256 : rank == 2 ? 64 : 32; }

  /// Sums out one axis after the other, the last one first, so that a sample costs a few taps.
  /// Coefficients are real, so that opposite waves grow alike: half of the last axis is enough.
  void sample(const Phases &terms, int axis, Wave &wave, Peak &peak) const {
    if (axis < 0) {
      std::vector<Complex> sums(levels);
      for (const auto &[tap, term] : terms)
        sums[-tap.level] += term;
      if (const double found = largestRoot(sums); found > peak.factor * (1 + 1e-12))
        peak = {found, wave};
      return;
    }
    const int count = samples();
    for (int i = 0; i < (axis == rank - 1 ? count / 2 + 1 : count); ++i) {
      // 0, upwards to pi, then from -pi up to 0.
      wave[axis] = 2 * std::numbers::pi * (i <= count / 2 ? i : i - count) / count;
      Phases rest;
      for (const auto &[tap, term] : terms) {
        LinearUpdate::Tap without = tap;
        without.offset[axis] = 0;
        rest[without] += term * std::polar(1.0, wave[axis] * tap.offset[axis]);
      }
      sample(rest, axis - 1, wave, peak);
    }
  }

  void climb(Peak &peak) const {
    for (double step = std::numbers::pi / samples(); step > 1e-7; step /= 2)
      for (int axis = 0; axis < rank; ++axis)
        for (double change : {step, -step}) {
          Wave wave = peak.wave;
          wave[axis] += change;
          const double found = factor(wave);
          if (std::abs(wave[axis]) <= std::numbers::pi && found > peak.factor * (1 + 1e-12))
            peak = {found, wave};
        }
  }

  int rank, levels = 1;
  double weight = 0; // sum of |coefficient|
  Phases taps;
};

/// Questions about one program at varying parameters.
class Search {
public:
  explicit Search(const ir::Program &program)
      : program(program), roundingUnit(program.compute == ir::ScalarType::F32 ||
                                               program.storage == ir::ScalarType::F32
                                           ? 0x1p-24
                                           : 0x1p-53) {
    for (const ir::ParamDecl &param : program.params)
      defaults.push_back(param.value);
  }

  std::optional<Stability> run() const {
    const std::optional<LinearUpdate> update = linearUpdate(program, defaults);
    if (!update)
      return std::nullopt;
    Stability stability = analyse(*update);
    if (!stability.isStable())
      stability.limit = findLimit(*update);
    return stability;
  }

private:
  Stability analyse(const LinearUpdate &update) const {
    const Spectrum spectrum(update, program.rank());
    const Peak peak = spectrum.largest();
    return {update.field, peak.factor, peak.wave, spectrum.tolerance(roundingUnit), std::nullopt};
  }

  std::optional<LinearUpdate> with(ir::ParamId param, double value) const {
    std::vector<double> params = defaults;
    params[param.index] = value;
    return linearUpdate(program, params);
  }

  /// Found out by changing the parameter a little: what it does not reach stays equal to the bit.
  bool matters(ir::ParamId param, const LinearUpdate &update) const {
    const double value = defaults[param.index];
    const std::optional<LinearUpdate> changed = with(param, value * 1.0009765625 + 0.0009765625);
    return !changed || changed->coefficients != update.coefficients;
  }

  /// Bisection between the smallest value allowed (zero without a range), which has to be stable,
  /// and the default, which is not.
  std::optional<Stability::Limit> findLimit(const LinearUpdate &update) const {
    if (defaults.size() > kMostParams || update.coefficients.size() > kMostTaps)
      return std::nullopt;
    std::vector<ir::ParamId> mattering;
    for (ir::ParamId id : program.params.ids())
      if (matters(id, update))
        mattering.push_back(id);
    if (mattering.size() != 1)
      return std::nullopt;
    const ir::ParamDecl &param = program.params[mattering[0]];
    const auto isStable = [&](double value) {
      const std::optional<LinearUpdate> changed = with(mattering[0], value);
      return changed && analyse(*changed).isStable();
    };
    double stable = param.range ? param.range->first : 0, unstable = param.value;
    if (!(stable < unstable) || !isStable(stable))
      return std::nullopt;
    for (int i = 0; i < 50; ++i) {
      const double middle = (stable + unstable) / 2;
      (isStable(middle) ? stable : unstable) = middle;
    }
    return Stability::Limit{mattering[0], stable};
  }

  const ir::Program &program;
  double roundingUnit;
  std::vector<double> defaults;
};

} // namespace

std::optional<Stability> analyseStability(const ir::Program &program) {
  return Search(program).run();
}

std::string describeWave(const Stability &stability, int rank) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (int axis = 0; axis < rank; ++axis) {
    out << (axis ? ", " : "(");
    const double part = std::round(stability.wave[axis] / std::numbers::pi * 1000) / 1000;
    if (part == 0)
      out << "0";
    else if (std::abs(part) == 1)
      out << (part < 0 ? "-pi" : "pi");
    else
      out << llvm::format("%g pi", part);
  }
  out << ")";
  return text;
}

} // namespace stencilc::analysis
