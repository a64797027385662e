/// \file The time steps between two moments at which all cells are asked for, by the kernels of a
/// program.
#pragma once

#include "stencilc/Checks.h"
#include "stencilc/SplitSteps.h"
#include "stencilc/Step.h"

namespace stencilc {

/// The kernels of a program as a split sees them: those of fused steps, then the single step.
inline std::vector<Rung> rungsOf(const ProgramDescription &program) {
  std::vector<Rung> rungs;
  for (int i = 0; i < program.fusedCount; ++i)
    rungs.push_back({program.fused[i].steps, program.fused[i].cost});
  rungs.push_back({1, program.stepCost});
  return rungs;
}

/// Enqueues `steps` steps and counts them; the last by itself if `endsSingle`.
inline Status runSegment(const ProgramDescription &program, std::int64_t steps, bool endsSingle,
                         std::vector<FieldMemory> &fields, const void *uniforms, Stream stream,
                         Checks &checks) {
  const std::vector<Rung> rungs = rungsOf(program);
  std::vector<std::int64_t> launches = splitSteps(steps - endsSingle, rungs);
  launches.back() += endsSingle;
  for (std::size_t i = 0; i < rungs.size(); ++i)
    for (std::int64_t left = launches[i]; left > 0; --left) {
      Step step(fields[0].layout.grid, fields.data(), uniforms, stream);
      (i + 1 == rungs.size() ? program.step : program.fused[i].launch)(step);
      if (!step.status())
        return step.status();
      for (int field = 0; field < program.fieldCount; ++field)
        if (program.fields[field].updated)
          fields[static_cast<std::size_t>(field)].rotate(rungs[i].steps);
      checks.countSteps(rungs[i].steps);
    }
  return {};
}

} // namespace stencilc
