/// \file Scalars of a run, which are numbers that are the same for all cells: some for the whole
/// run, some for each time step, and the results of reductions.
#pragma once

#include "runtime/core/fields/Profiles.h"
#include "runtime/core/support/Status.h"
#include "stencilc/Description.h"
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Scalars of a run, which are numbers that are the same for all cells. Kernels get them as
/// arguments.
class Scalars {
public:
  explicit Scalars(const ProgramDescription &program)
      : program(program), numbers(static_cast<std::size_t>(program.seriesCount)),
        series(static_cast<std::size_t>(program.seriesCount)),
        reduced(static_cast<std::size_t>(program.numbersBetween()),
                std::numeric_limits<double>::quiet_NaN()) {
    restart();
  }

  /// Computes the scalars (numbers that are the same for all cells) of the whole run. The array
  /// `parameters` must stay valid.
  Status compute(const double *parameters, const Grid &grid);
  /// Stores pointers to `views`, the addresses and pitches of profiles (values along some axes
  /// only), and to `tables`, the bytes that describe sources and receivers. The next compute()
  /// copies both into the scalars that kernels receive. Both vectors must stay valid.
  void setTables(const std::vector<ProfilePlace> &views, const std::vector<unsigned char> &tables) {
    profiles = &views;
    points = &tables;
  }
  /// Computes the scalars of `steps` time steps, and of the steps before and after them whose
  /// scalars kernels also read. `before` steps were done before the first of the `steps`. Returns
  /// pointers to the scalars of all these steps and to those of the run, valid until the next call.
  LaunchScalars at(std::int64_t before, int steps) const;
  /// Returns the inputs of functions that compute scalars of a time step: the number of steps done
  /// before it (`before`), the series (inputs with one number per time step), and the results of
  /// reductions.
  Moment moment(std::int64_t before) const { return {before, series.data(), reduced.data()}; }
  /// Sets the result of reduction number `which`, an index from 0 into the reductions of the
  /// program. All results are NaN until they are set.
  void setReduced(int which, double value) { reduced[static_cast<std::size_t>(which)] = value; }
  /// Returns an array with the results of all reductions, and after them the loop-carried scalars,
  /// which each time step sets for the next one. Those of the current step precede those of the
  /// next.
  const double *results() const { return reduced.data(); }
  const std::vector<double> &allReduced() const { return reduced; }
  void takeReduced(const std::vector<double> &results) {
    for (std::size_t i = 0; i < results.size(); ++i)
      reduced[i] = results[i]; // copied in place, because its address is in use
  }
  /// Prepares for the first time step of a run: its loop-carried scalars, which a step sets for the
  /// next, get their initial values.
  void restart() {
    if (program.keptCount)
      reduced.back() = 0;
  }
  /// Returns true if a time step has set loop-carried scalars (scalars for the next step).
  bool hasBegun() const { return program.keptCount && reduced.back() != 0; }
  /// Begins a time step after `before` other steps. Sets its loop-carried scalars, which each step
  /// sets for the next one, to the values from the previous step. In the first step they get
  /// initial values. If these need a reduction within the first step, the caller calls beginStep()
  /// again after the reduction.
  void beginStep(std::int64_t before);
  /// Ends a time step, before which `before` steps were done. Computes the loop-carried scalars for
  /// the next step.
  void endStep(std::int64_t before);
  /// Returns true if loop number `repeat` within a time step has done its last iteration. `before`
  /// steps were done before that step.
  bool isOver(int repeat, std::int64_t before) const {
    return program.iterationsEnd(repeat, parameters, grid, moment(before), reduced.data());
  }
  /// Sets the values of the series `name`, an input with one number per time step. Fails if the
  /// program has no such series.
  Status setSeries(const char *name, const double *values, std::int64_t count);

private:
  /// Returns the scalars that the previous time step has set for the current one.
  double *found() { return reduced.data() + program.reductionCount; }
  /// Returns the scalars that the current time step sets for the next one.
  double *left() { return found() + program.keptCount; }

  const ProgramDescription &program;
  const double *parameters = nullptr;
  Grid grid = {1, 1, 1};
  std::vector<std::vector<double>> numbers;
  std::vector<Series> series;
  const std::vector<ProfilePlace> *profiles = nullptr;
  const std::vector<unsigned char> *points = nullptr;
  std::vector<double> reduced;
  std::unique_ptr<std::max_align_t[]> ofRun;
  mutable std::vector<std::max_align_t> ofSteps;
};

} // namespace stencilc::inline STENCILC_SPACE
