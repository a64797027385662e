/// \file Scalars of a run, which are the same for all cells: those of the whole run, those of each
/// time step, and the results of reductions.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Profiles.h"
#include "stencilc/Status.h"
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The scalars of a run, which are the same for all cells. Kernels get them as arguments.
class Scalars {
public:
  explicit Scalars(const ProgramDescription &program)
      : program(program), numbers(static_cast<std::size_t>(program.seriesCount)),
        series(static_cast<std::size_t>(program.seriesCount)),
        reduced(static_cast<std::size_t>(program.numbersBetween()),
                std::numeric_limits<double>::quiet_NaN()) {
    restart();
  }

  /// Computes the scalars of the whole run. `parameters` must stay valid.
  Status compute(const double *parameters, const Grid &grid);
  /// Sets the addresses of profiles and the tables of sources and receivers. The next compute()
  /// uses them.
  void setTables(const std::vector<ProfilePlace> &views, const std::vector<unsigned char> &tables) {
    profiles = &views;
    points = &tables;
  }
  /// Computes the scalars of `steps` time steps, the first of which follows `before` others.
  /// Returns pointers to them and to the scalars of the run, valid until the next call.
  LaunchScalars at(std::int64_t before, int steps) const;
  /// Returns the context of the time step that follows `before` others: its number, the series, and
  /// the results of reductions.
  Moment moment(std::int64_t before) const { return {before, series.data(), reduced.data()}; }
  /// Sets the result of reduction `which`. results() returns all results, followed by loop-carried
  /// scalars. They are NaN before the first reduction.
  void setReduced(int which, double value) { reduced[static_cast<std::size_t>(which)] = value; }
  const double *results() const { return reduced.data(); }
  const std::vector<double> &allReduced() const { return reduced; }
  void takeReduced(const std::vector<double> &results) {
    for (std::size_t i = 0; i < results.size(); ++i)
      reduced[i] = results[i]; // copied in place, because its address is in use
  }
  /// Prepares for the first time step: no step has set loop-carried scalars.
  void restart() {
    if (program.keptCount)
      reduced.back() = 0;
  }
  /// Returns whether a time step has set loop-carried scalars for the next one.
  bool hasBegun() const { return program.keptCount && reduced.back() != 0; }
  /// Begins the time step that follows `before` others. Sets its loop-carried scalars to the values
  /// from the step before, or in the first step to their initial values. It is called again when
  /// in-step reductions that initial values need are done.
  void beginStep(std::int64_t before);
  /// Ends the time step that follows `before` others: computes the loop-carried scalars for the
  /// next step.
  void endStep(std::int64_t before);
  /// Returns whether the iterations of `repeat`, a loop within the time step that follows `before`
  /// others, have ended.
  bool isOver(int repeat, std::int64_t before) const {
    return program.iterationsEnd(repeat, parameters, grid, moment(before), reduced.data());
  }
  /// Sets the values of the series `name`, one per time step. Fails if the program has no such
  /// series.
  Status setSeries(const char *name, const double *values, std::int64_t count);

private:
  /// Returns the loop-carried scalars of the current step. left() returns those for the next step,
  /// which follow them in memory.
  double *found() { return reduced.data() + program.reductionCount; }
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
