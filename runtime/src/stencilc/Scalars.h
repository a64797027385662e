/// \file Numbers of a run that are the same for all cells: those that it has from the start, those
/// of each of its steps, and what reductions of all cells gave.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Profiles.h"
#include "stencilc/Status.h"
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class Scalars {
public:
  explicit Scalars(const ProgramDescription &program)
      : program(program), numbers(static_cast<std::size_t>(program.seriesCount)),
        series(static_cast<std::size_t>(program.seriesCount)),
        reduced(static_cast<std::size_t>(program.numbersBetween()),
                std::numeric_limits<double>::quiet_NaN()) {
    restart();
  }

  /// Computes those of the run. `parameters` stay where they are.
  Status compute(const double *parameters, const Grid &grid);
  /// Where profiles lie, and the tables of sources and receivers, from the next compute() on.
  void setTables(const std::vector<ProfilePlace> &views, const std::vector<unsigned char> &tables) {
    profiles = &views;
    points = &tables;
  }
  /// Scalars of the run and of `steps` steps, the first of which comes after `before` others; good
  /// until somebody asks for others.
  LaunchScalars at(std::int64_t before, int steps) const;
  /// The step that comes after `before` others.
  Moment moment(std::int64_t before) const { return {before, series.data(), reduced.data()}; }
  /// What a reduction gave, and what all of them gave last, NaN before the first time.
  void setReduced(int which, double value) { reduced[static_cast<std::size_t>(which)] = value; }
  const double *results() const { return reduced.data(); }
  const std::vector<double> &allReduced() const { return reduced; }
  void takeReduced(const std::vector<double> &results) {
    for (std::size_t i = 0; i < results.size(); ++i)
      reduced[i] = results[i]; // where they lie is known elsewhere
  }
  /// No step has been done.
  void restart() {
    if (program.keptCount)
      reduced.back() = 0;
  }
  /// Whether a step has left the numbers that the next one finds.
  bool hasBegun() const { return program.keptCount && reduced.back() != 0; }
  /// The step that comes after `before` others is about to be done, or has found what only the
  /// first one asks for: it finds what the one before has left, or what the first one begins with.
  void beginStep(std::int64_t before);
  /// The end of the step that comes after `before` others: what it leaves is kept.
  void endStep(std::int64_t before);
  /// Whether the iterations of a repeat end, in the step that comes after `before` others.
  bool isOver(int repeat, std::int64_t before) const {
    return program.iterationsEnd(repeat, parameters, grid, moment(before), reduced.data());
  }
  /// The numbers of a series; before, it has none.
  Status setSeries(const char *name, const double *values, std::int64_t count);

private:
  /// Numbers kept: those that a step finds, behind them those that it leaves.
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
