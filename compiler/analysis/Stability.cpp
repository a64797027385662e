/// \file Von Neumann stability: the growth of the fastest growing wave in one time step.
#include "analysis/Stability.h"
#include "analysis/Spectrum.h"
#include "ir/StorageTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace stencilc::analysis {

namespace {

/// Largest number of parameters, and of coefficients, of a program for which the largest stable
/// value of a parameter is searched. A search analyses the update about fifty times, and once more
/// for each parameter.
constexpr std::size_t kMostParams = 100, kMostTaps = 1000;

/// Stability analysis of one program for different values of its parameters.
class Search {
public:
  explicit Search(const ir::Program &program)
      : program(program), roundingUnit(ir::epsilonOf(program.compute) / 2) {
    for (const ir::FieldDecl &field : program.fields)
      roundingUnit = std::max(roundingUnit, ir::epsilonOf(field.storage) / 2);
    for (const ir::ParamDecl &param : program.params)
      defaults.push_back(param.value);
  }

  std::optional<Stability> run() const {
    const auto isWhole = [](const ir::FieldDecl &field) { return ir::isInteger(field.storage); };
    if (llvm::any_of(program.fields, isWhole))
      return std::nullopt; // rounding to whole numbers is far from linear
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
    Spectrum spectrum(update, program.rank());
    const Peak peak = spectrum.largest();
    return {update.field, peak.factor, peak.wave, spectrum.tolerance(roundingUnit), std::nullopt};
  }

  /// Returns true if no wave grows under `update`. Stops at the first wave that grows.
  bool isStable(const LinearUpdate &update) const {
    Spectrum spectrum(update, program.rank());
    const double most = 1 + spectrum.tolerance(roundingUnit);
    return spectrum.largest(most).factor <= most;
  }

  std::optional<LinearUpdate> with(ir::ParamId param, double value) const {
    std::vector<double> params = defaults;
    params[param.index] = value;
    return linearUpdate(program, params);
  }

  /// Returns true if the coefficients of `update` depend on a parameter. The test changes the
  /// parameter a little and compares all bits of the coefficients.
  bool matters(ir::ParamId param, const LinearUpdate &update) const {
    const double value = defaults[param.index];
    const std::optional<LinearUpdate> changed = with(param, value * 1.0009765625 + 0.0009765625);
    return !changed || changed->coefficients != update.coefficients;
  }

  /// Finds the largest stable value of a parameter by bisection. Returns nullopt unless the
  /// coefficients depend on exactly one parameter. Its smallest allowed value (0 without a range)
  /// must be stable, and its default value must not be.
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
    const auto isStableAt = [&](double value) {
      const std::optional<LinearUpdate> changed = with(mattering[0], value);
      return changed && isStable(*changed);
    };
    double stable = param.range ? param.range->first : 0, unstable = param.value;
    if (!(stable < unstable) || !isStableAt(stable))
      return std::nullopt;
    for (int i = 0; i < 50; ++i) {
      const double middle = (stable + unstable) / 2;
      (isStableAt(middle) ? stable : unstable) = middle;
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
