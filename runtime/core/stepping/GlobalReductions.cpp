/// \file In-step reductions: reductions over the whole grid in the middle of a time step.
#include "runtime/core/stepping/GlobalReductions.h"
#include "runtime/core/stepping/Checks.h"
#include "stencilc/Check.h"

namespace stencilc::inline STENCILC_SPACE {

Status GlobalReductions::globalReduction(const DeviceRun &run, const Step &step, int which) {
  const GlobalReductionDescription &wanted = program->globalReductions[which];
  if (wanted.isFirst && scalars->hasBegun())
    return {};
  Check work(*program, step, fields.data(), scalars->at(stepsBefore, 1), partials);
  wanted.reduce(work);
  if (!run.status())
    return run.status();
  std::vector<double> results(static_cast<std::size_t>(wanted.count));
  const std::size_t bytes = results.size() * sizeof(double);
  Status status =
      device.copy({results.data(), bytes, bytes}, {work.result(), bytes, bytes}, {bytes}, stream);
  if (status)
    status = device.synchronize(stream);
  if (!status)
    return status;
  for (int k = 0; k < wanted.count; ++k) {
    const int id = wanted.reductions[k];
    scalars->setReduced(id, finishReduction(program->reductions[id], results[std::size_t(k)]));
  }
  if (wanted.isFirst)
    scalars->beginStep(stepsBefore);
  scalars->at(stepsBefore, 1); // updates the scalars of `step` in place
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
