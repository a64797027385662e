/// \file Reports and stopping rules of a run: when they are due, their values, and the callback
/// that receives them.
#pragma once

#include "stencilc/Engine.h"
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the final result of a reduction. `joined` is the sum, maximum or the like over all
/// cells. Takes the square root for a norm. Replaces -0 by 0, and every NaN by the same NaN.
double finishReduction(Reduce kind, double joined);

/// The last value of a report, and the number of time steps after which it was computed. The step
/// is 0 if the report was not due yet.
struct LatestReport {
  std::int64_t step = 0;
  double value = std::numeric_limits<double>::quiet_NaN();
};

/// The numbers that a checkpoint stores in addition to fields: results of reductions, last reports,
/// and the rule that ended the run.
struct RunNumbers {
  std::vector<double> reduced;      // results of reductions, then loop-carried scalars
  std::vector<LatestReport> latest; // one per report
  int rule = -1;                    // index of the rule that ended the run; -1: none
};

/// The reports and stopping rules of a run, and the number of its time steps.
class Checks {
public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  explicit Checks(const ProgramDescription &program)
      : program(program), latest(static_cast<std::size_t>(program.reportCount)) {}

  /// Discards all reported values and counts time steps from 0 again.
  void restart(Scalars &scalars);
  /// Sets the function that receives each value of a report.
  void tell(ReportFunction function, void *user) { sink = {function, user}; }

  /// Returns the number of time steps done in this run.
  std::int64_t stepsDone() const { return steps; }
  void countSteps(std::int64_t done) { steps += done; }
  /// Sets the number of time steps done before this run. Fails if it is not from 0 to 2^53.
  Status setFirst(std::int64_t before);
  /// Returns the number of time steps done, including those before this run.
  std::int64_t number() const { return first + steps; }
  /// Forgets the stopping rule that ended the last run, because a new one begins.
  void beginRun() { broke = -1; }
  /// Returns the index of the stopping rule that ended the run, or -1.
  int rule() const { return broke; }

  /// Returns the number of time steps until a report or a stopping rule is due, at least 1. Returns
  /// kNever if the program has none.
  std::int64_t stepsToNext() const;
  /// Returns the largest number of time steps between two moments at which a report or a rule is
  /// due. Returns kNever if the program has none.
  std::int64_t longestSegment() const;
  /// Returns whether the time step `distance` steps from now must be computed alone. This is so if
  /// a report or rule after it reads a time level that fused steps do not store.
  bool needsSingleStep(std::int64_t distance) const;

  /// Computes the reductions, reports and rules that are due after the steps counted so far. Waits
  /// for the results.
  Status run(Engine &engine, const Segment &segment, const double *parameters);

  /// Returns the last value of the report `name` and its step, which is 0 if it was not due yet.
  /// Returns false if there is no such report.
  bool report(const char *name, double &value, std::int64_t &step) const;
  /// Returns the numbers of the run that a checkpoint stores in addition to fields. take() restores
  /// them.
  RunNumbers numbers(const Scalars &scalars) const { return {scalars.allReduced(), latest, broke}; }
  void take(const RunNumbers &numbers, Scalars &scalars) {
    scalars.takeReduced(numbers.reduced);
    latest = numbers.latest;
    broke = numbers.rule;
  }

private:
  struct Sink {
    ReportFunction function = nullptr;
    void *user = nullptr;
  };

  void evaluate(const double *parameters, const Grid &grid, const Scalars &scalars);

  const ProgramDescription &program;
  std::int64_t steps = 0, first = 0;
  int broke = -1;
  std::vector<LatestReport> latest; // one per report
  Sink sink;
};

} // namespace stencilc::inline STENCILC_SPACE
