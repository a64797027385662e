/// \file Reports and stopping rules (`report` and `until` statements) of a run: the time steps
/// after which they are evaluated, their values, and the callback that receives values.
#pragma once

#include "runtime/core/timeline/Event.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the final result of a reduction of kind `kind`. `joined` is the maximum, minimum or sum
/// over all cells. For a norm, `joined` is the sum of squares, and the result is its square root.
/// -0 becomes 0, and every NaN gets the same bits.
double finishReduction(Reduce kind, double joined);

/// Last value of a report, and the number of time steps after which it was computed. That number is
/// 0 if the report was never computed.
struct LatestReport {
  std::int64_t step = 0;
  double value = std::numeric_limits<double>::quiet_NaN();
};

/// Numbers that a checkpoint stores in addition to fields: results of reductions, last reports, and
/// the stopping rule (`until` statement) that ended the run.
struct RunNumbers {
  std::vector<double> reduced;      // results of reductions, then loop-carried scalars
  std::vector<LatestReport> latest; // one per report
  int rule = -1;                    // index of the rule that ended the run; -1: none
};

/// Reports and stopping rules (`until` statements) of a run, and the number of time steps done.
class Checks final : public Event {
public:
  explicit Checks(const ProgramDescription &program)
      : program(program), latest(static_cast<std::size_t>(program.reportCount)) {}

  /// Discards all reported values and counts time steps from 0 again. Gives the loop-carried
  /// scalars in `scalars`, which each time step sets for the next one, their initial values.
  void restart(Scalars &scalars);
  /// Sets the function that is called with each value of a report. `user` is its first argument. If
  /// `function` is null, none is called.
  void tell(ReportFunction function, void *user) { sink = {function, user}; }

  /// Returns the number of time steps done in this run. If the run continues an earlier run, the
  /// steps of the earlier run are not counted.
  std::int64_t stepsDone() const { return steps; }
  void countSteps(std::int64_t done) { steps += done; }
  /// Sets the number of time steps done before this run. Fails if `before` is negative or above
  /// 2^53.
  Status setFirst(std::int64_t before);
  /// Returns the number of time steps done, including those before this run.
  std::int64_t number() const { return first + steps; }
  /// Forgets the stopping rule (`until` statement) that ended the last run, because a new run
  /// begins.
  void beginRun() { broke = -1; }
  /// Returns the index of the stopping rule (`until` statement) that ended the run, or -1 if none
  /// did.
  int rule() const { return broke; }

  std::int64_t next(std::int64_t step) const override;
  std::int64_t interval() const override { return next(0); }
  bool needsSingleStep(std::int64_t step) const override;
  /// Computes the reports and stopping rules (`until` statements) that are evaluated after the
  /// current time step, and the reductions that they need. Waits for the results.
  Status happen(const RunPoint &point) override;
  bool endsRun() const override { return broke >= 0; }

  /// Sets `value` to the last value of the report `name`, and `step` to its time step, or to 0 if
  /// it was never computed. Returns false if there is no such report.
  bool report(const char *name, double &value, std::int64_t &step) const;
  /// Returns the numbers that a checkpoint stores in addition to fields: results of reductions,
  /// reports, and the stopping rule (`until` statement) that ended the run. take() restores them.
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
