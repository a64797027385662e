/// \file The amplification factor of a linear update as a function of the wave vector.
#include "analysis/Spectrum.h"
#include <cmath>
#include <map>
#include <numbers>

namespace stencilc::analysis {

using Complex = std::complex<double>;

/// Improves all roots by one step of Weierstrass' iteration. Returns the largest change of a root.
static double improveRoots(const std::vector<Complex> &c, std::vector<Complex> &roots) {
  double change = 0;
  for (Complex &root : roots) {
    Complex value = 1;
    for (const Complex &coefficient : c)
      value = value * root - coefficient;
    Complex others = 1;
    for (const Complex &other : roots)
      if (&other != &root)
        others *= root - other;
    if (others == 0.0)
      continue;
    root -= value / others;
    change = std::max(change, std::abs(value / others));
  }
  return change;
}

/// Returns the largest |g| of all complex g with g^m = c[0] g^(m-1) + ... + c[m-1], where m is the
/// size of `c`.
static double largestRoot(const std::vector<Complex> &c) {
  const std::size_t m = c.size();
  if (m == 1)
    return std::abs(c[0]);
  if (m == 2) {
    const Complex root = std::sqrt(c[0] * c[0] + 4.0 * c[1]);
    return std::max(std::abs(c[0] + root), std::abs(c[0] - root)) / 2;
  }
  // Computes all roots at once by Weierstrass' iteration (Durand 1960, Kerner 1966). It starts from
  // points on a spiral in the circle that is known to contain all roots.
  double radius = 1;
  for (const Complex &coefficient : c)
    radius = std::max(radius, 1 + std::abs(coefficient));
  std::vector<Complex> roots(m);
  for (std::size_t i = 0; i < m; ++i)
    roots[i] = std::polar(radius * static_cast<double>(i + 1) / static_cast<double>(m),
                          0.4 + 2.4 * static_cast<double>(i));
  double change = 1;
  for (int iteration = 0; iteration < 500 && change > 1e-15 * radius; ++iteration)
    change = improveRoots(c, roots);
  double largest = 0;
  for (const Complex &root : roots)
    largest = std::max(largest, std::abs(root));
  return largest;
}

Spectrum::Spectrum(const LinearUpdate &update, int rank) : rank(rank) {
  for (const auto &[tap, coefficient] : update.coefficients) {
    taps.push_back(tap);
    coefficients.emplace_back(coefficient);
    levels = std::max(levels, 1 - tap.level);
    weight += std::abs(coefficient);
  }
  Taps left = taps;
  for (int axis = rank - 1; axis >= 0; --axis)
    left = prepare(axis, left);
  last = std::move(left);
}

double Spectrum::factor(const Wave &wave) const {
  std::vector<Complex> sums(levels);
  for (std::size_t i = 0; i < taps.size(); ++i) {
    double phase = 0;
    for (int axis = 0; axis < rank; ++axis)
      phase += wave[axis] * taps[i].offset[axis];
    sums[-taps[i].level] += coefficients[i] * std::polar(1.0, phase);
  }
  return largestRoot(sums);
}

Peak Spectrum::largest(double enough) {
  Peak peak;
  Wave wave{};
  sample(coefficients, rank - 1, wave, peak, enough);
  if (peak.factor <= enough)
    climb(peak);
  return peak;
}

double Spectrum::tolerance(double roundingUnit) const {
  return std::max(1e-6, 2 * std::pow(weight * roundingUnit, 1.0 / levels));
}

/// Returns the wave number of a sample along an axis, in radians per cell. Samples go from 0 up to
/// pi, then from -pi up to 0.
double Spectrum::waveOf(int sample) const {
  const int count = samples();
  return 2 * std::numbers::pi * (sample <= count / 2 ? sample : sample - count) / count;
}

/// Prepares the table for `axis`. It groups those `terms` of the update that differ only in their
/// offset along `axis`, and has the factor exp(i wave offset) of each term for each sampled wave.
/// Returns one term for each group: the input for the next axis.
Spectrum::Taps Spectrum::prepare(int axis, const Taps &terms) {
  Fold &fold = folds[axis];
  std::map<LinearUpdate::Tap, std::size_t> left;
  const auto without = [&](LinearUpdate::Tap tap) {
    tap.offset[axis] = 0;
    return tap;
  };
  for (const LinearUpdate::Tap &tap : terms)
    left[without(tap)];
  Taps behind;
  for (auto &[tap, index] : left) {
    index = behind.size();
    behind.push_back(tap);
  }
  for (const LinearUpdate::Tap &tap : terms)
    fold.into.push_back(left[without(tap)]);
  for (int i = 0; i < samplesAlong(axis); ++i) {
    std::vector<Complex> &turns = fold.turns.emplace_back();
    for (const LinearUpdate::Tap &tap : terms)
      turns.push_back(std::polar(1.0, waveOf(i) * tap.offset[axis]));
  }
  fold.sums.resize(behind.size());
  return behind;
}

/// Tries the wave vectors of a regular grid, and stores in `peak` the one with the largest
/// amplification factor (growth in one time step). Only components along the axes 0 to `axis` vary.
/// Components along higher axes are fixed in `wave`, and `terms` are already summed along these
/// axes. Stops when a factor exceeds `enough`.
void Spectrum::sample(const std::vector<Complex> &terms, int axis, Wave &wave, Peak &peak,
                      double enough) {
  if (axis < 0) {
    byLevel.assign(levels, 0);
    for (std::size_t i = 0; i < terms.size(); ++i)
      byLevel[-last[i].level] += terms[i];
    if (const double found = largestRoot(byLevel); found > peak.factor * (1 + 1e-12))
      peak = {found, wave};
    return;
  }
  Fold &fold = folds[axis];
  for (int i = 0; i < samplesAlong(axis) && peak.factor <= enough; ++i) {
    wave[axis] = waveOf(i);
    const std::vector<Complex> &turns = fold.turns[i];
    std::fill(fold.sums.begin(), fold.sums.end(), 0);
    for (std::size_t term = 0; term < terms.size(); ++term)
      fold.sums[fold.into[term]] += terms[term] * turns[term];
    sample(fold.sums, axis - 1, wave, peak, enough);
  }
}

void Spectrum::climb(Peak &peak) const {
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

} // namespace stencilc::analysis
