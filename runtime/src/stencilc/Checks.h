/// \file Reports and rules of a run: when they are due, what they gave, who is told.
#pragma once

#include "stencilc/Engine.h"
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

/// The result, from all values joined: no zero is negative, and there is one NaN.
double finishReduction(Reduce kind, double joined);

/// What a report gave last, and after which step; 0 if it was not due yet.
struct LatestReport {
  std::int64_t step = 0;
  double value = std::numeric_limits<double>::quiet_NaN();
};

/// Numbers that a run has beside its fields.
struct RunNumbers {
  std::vector<double> reduced;      // by reduction, and what is kept between steps
  std::vector<LatestReport> latest; // by report
  int rule = -1;                    // that has ended it
};

class Checks {
public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  explicit Checks(const ProgramDescription &program)
      : program(program), latest(static_cast<std::size_t>(program.reportCount)) {}

  /// Forgets all that was reported: the next step is the first.
  void restart(Scalars &scalars);
  void tell(ReportFunction function, void *user) { sink = {function, user}; }

  /// Steps done since the start.
  std::int64_t stepsDone() const { return steps; }
  void countSteps(std::int64_t done) { steps += done; }
  /// So many were done before the start.
  Status setFirst(std::int64_t before);
  /// Steps done before the next one, those before the start as well.
  std::int64_t number() const { return first + steps; }
  /// A new run begins: no rule has ended it.
  void beginRun() { broke = -1; }
  /// The rule that ended the run, or -1.
  int rule() const { return broke; }

  /// Steps until something is due, at least 1; kNever if nothing ever is.
  std::int64_t stepsToNext() const;
  /// The most steps between two moments at which something is due; kNever if nothing ever is.
  std::int64_t longestSegment() const;
  /// Whether what is due `distance` steps from now needs the last of them to be a step of its own,
  /// which leaves a level that several steps at once do not.
  bool needsSingleStep(std::int64_t distance) const;

  /// Does what is due after the steps counted so far; waits for the results.
  Status run(Engine &engine, const Segment &segment, const double *parameters);

  /// The value last reported and its step, 0 if there was none; false for an unknown name.
  bool report(const char *name, double &value, std::int64_t &step) const;
  /// What the run has beside its fields, and that of another which it goes on with.
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
  std::vector<LatestReport> latest; // by report
  Sink sink;
};

} // namespace stencilc::inline STENCILC_SPACE
