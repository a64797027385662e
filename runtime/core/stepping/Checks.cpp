/// \file Evaluates reports and stopping rules (`report` and `until` statements) after the time
/// steps whose numbers are multiples of their intervals.
#include "runtime/core/stepping/Checks.h"
#include "runtime/core/instance/ProgramLookup.h"
#include <algorithm>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

double finishReduction(Reduce kind, double joined) {
  const double result = (kind == Reduce::Norm ? std::sqrt(joined) : joined) + 0.0;
  return result != result ? std::numeric_limits<double>::quiet_NaN() : result;
}

Status Checks::setFirst(std::int64_t before) {
  constexpr std::int64_t kLast = std::int64_t(1) << 53; // step numbers must be exact as f64
  if (before < 0 || before > kLast)
    return Status::invalid(format("%lld is not a number of earlier steps: give 0 to 2^53",
                                  static_cast<long long>(before)));
  first = before;
  return {};
}

void Checks::restart(Scalars &scalars) {
  scalars.restart();
  steps = 0;
  broke = -1;
  std::fill(latest.begin(), latest.end(), LatestReport());
}

std::int64_t Checks::next(std::int64_t step) const {
  std::int64_t nearest = kNever;
  for (int i = 0; i < program.checkCount; ++i)
    nearest = std::min(nearest, nextMultiple(step, program.checks[i].every));
  return nearest;
}

bool Checks::needsSingleStep(std::int64_t step) const {
  for (int i = 0; i < program.checkCount; ++i)
    if (program.checks[i].single && step % program.checks[i].every == 0)
      return true;
  return false;
}

Status Checks::happen(const RunPoint &point) {
  Segment segment;
  segment.scalars = &point.scalars;
  segment.stepsBefore = point.step;
  segment.stream = point.stream;
  for (int i = 0; i < program.checkCount; ++i) {
    const CheckDescription &check = program.checks[i];
    if (point.step % check.every != 0 || !check.reduce)
      continue;
    std::vector<double> results;
    if (Status status = point.engine.reduce(check, segment, results); !status)
      return status;
    for (int k = 0; k < check.count; ++k) {
      const int id = check.reductions[k];
      point.scalars.setReduced(
          id, finishReduction(program.reductions[id], results[static_cast<std::size_t>(k)]));
    }
  }
  evaluate(point.parameters, point.engine.grid(), point.scalars);
  return {};
}

bool Checks::report(const char *name, double &value, std::int64_t &step) const {
  const int index = name ? findNamed(program.reports, program.reportCount, name) : -1;
  if (index < 0)
    return false;
  value = latest[static_cast<std::size_t>(index)].value;
  step = latest[static_cast<std::size_t>(index)].step;
  return true;
}

void Checks::evaluate(const double *parameters, const Grid &grid, const Scalars &scalars) {
  const Moment last = scalars.moment(number() - 1);
  for (int i = 0; i < program.reportCount; ++i) {
    if (number() % program.reports[i].every != 0)
      continue;
    double value = program.reportValue(i, parameters, grid, last, scalars.results());
    if (value != value) // the sign and payload of a NaN depend on the processor
      value = std::numeric_limits<double>::quiet_NaN();
    latest[static_cast<std::size_t>(i)] = {number(), value};
    if (sink.function)
      sink.function(sink.user, number(), program.reports[i].name, value);
  }
  for (int i = 0; i < program.ruleCount && broke < 0; ++i)
    if (number() % program.rules[i].every == 0 &&
        program.ruleHolds(i, parameters, grid, last, scalars.results()))
      broke = i;
}

} // namespace stencilc::inline STENCILC_SPACE
