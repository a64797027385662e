/// \file Reports and rules of a run: when they are due, what they gave, who is told.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/Names.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

/// The result, from all values joined: no zero is negative, and there is one NaN.
inline double finishReduction(Reduce kind, double joined) {
  const double result = (kind == Reduce::Norm ? std::sqrt(joined) : joined) + 0.0;
  return result != result ? std::numeric_limits<double>::quiet_NaN() : result;
}

class Checks {
public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  explicit Checks(const ProgramDescription &program)
      : program(program), reduced(static_cast<std::size_t>(program.reductionCount)),
        latest(static_cast<std::size_t>(program.reportCount)) {}

  /// Forgets all that was reported: the next step is the first.
  void restart() {
    steps = 0;
    broke = -1;
    std::fill(latest.begin(), latest.end(), Latest());
  }
  void tell(ReportFunction function, void *user) { sink = {function, user}; }

  /// Steps done since the start.
  std::int64_t stepsDone() const { return steps; }
  void countSteps(std::int64_t done) { steps += done; }
  /// A new run begins: no rule has ended it.
  void beginRun() { broke = -1; }
  /// The rule that ended the run, or -1.
  int rule() const { return broke; }

  /// Steps until something is due, at least 1; kNever if nothing ever is.
  std::int64_t stepsToNext() const {
    std::int64_t next = kNever;
    for (int i = 0; i < program.checkCount; ++i)
      next = std::min(next, program.checks[i].every - steps % program.checks[i].every);
    return next;
  }
  /// The most steps between two moments at which something is due; kNever if nothing ever is.
  std::int64_t longestSegment() const {
    std::int64_t shortest = kNever;
    for (int i = 0; i < program.checkCount; ++i)
      shortest = std::min(shortest, program.checks[i].every);
    return shortest;
  }
  /// Whether what is due `distance` steps from now needs the last of them to be a step of its own,
  /// which leaves a level that several steps at once do not.
  bool needsSingleStep(std::int64_t distance) const {
    for (int i = 0; i < program.checkCount; ++i)
      if (program.checks[i].single && (steps + distance) % program.checks[i].every == 0)
        return true;
    return false;
  }

  /// Does what is due after the steps counted so far; waits for the results.
  Status run(Engine &engine, const Segment &segment, const double *parameters) {
    bool any = false;
    for (int i = 0; i < program.checkCount; ++i) {
      const CheckDescription &check = program.checks[i];
      if (steps % check.every != 0)
        continue;
      any = true;
      std::vector<double> results;
      if (Status status = engine.reduce(check, segment, results); !status)
        return status;
      for (int k = 0; k < check.count; ++k) {
        const int id = check.reductions[k];
        reduced[static_cast<std::size_t>(id)] =
            finishReduction(program.reductions[id], results[static_cast<std::size_t>(k)]);
      }
    }
    if (any)
      evaluate(parameters, engine.grid());
    return {};
  }

  /// The value last reported and its step, 0 if there was none; false for an unknown name.
  bool report(const char *name, double &value, std::int64_t &step) const {
    const int index = name ? findNamed(program.reports, program.reportCount, name) : -1;
    if (index < 0)
      return false;
    value = latest[static_cast<std::size_t>(index)].value;
    step = latest[static_cast<std::size_t>(index)].step;
    return true;
  }

private:
  struct Latest {
    std::int64_t step = 0;
    double value = std::numeric_limits<double>::quiet_NaN();
  };
  struct Sink {
    ReportFunction function = nullptr;
    void *user = nullptr;
  };

  void evaluate(const double *parameters, const Grid &grid) {
    for (int i = 0; i < program.reportCount; ++i) {
      if (steps % program.reports[i].every != 0)
        continue;
      double value = program.reportValue(i, parameters, grid, reduced.data());
      if (value != value) // the bits of a NaN are the processor's choice
        value = std::numeric_limits<double>::quiet_NaN();
      latest[static_cast<std::size_t>(i)] = {steps, value};
      if (sink.function)
        sink.function(sink.user, steps, program.reports[i].name, value);
    }
    for (int i = 0; i < program.ruleCount && broke < 0; ++i)
      if (steps % program.rules[i].every == 0 &&
          program.ruleHolds(i, parameters, grid, reduced.data()))
        broke = i;
  }

  const ProgramDescription &program;
  std::int64_t steps = 0;
  int broke = -1;
  std::vector<double> reduced; // by reduction
  std::vector<Latest> latest;  // by report
  Sink sink;
};

} // namespace stencilc::inline STENCILC_SPACE
