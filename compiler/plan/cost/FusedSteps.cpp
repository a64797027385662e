/// \file Fusing of time steps, for all schedules: when it is possible, and the mean cost in a run.
#include "plan/cost/FusedSteps.h"
#include "plan/interface/Segments.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::plan {

/// Refuses programs that repeat updates within a time step, because each iteration would widen the
/// halo of a fused tile like a time step. The reason advises the user to use `instead`.
static Fit fitIterations(const ir::Program &program, llvm::StringRef instead) {
  if (!program.repeats.empty())
    return Fit::no(llvm::formatv("a step repeats updates {0} times, and a tile that fuses all of "
                                 "them would be only halo; use {1}",
                                 program.repeats.front().count, instead)
                       .str());
  return Fit::yes();
}

/// Refuses programs in which a time step needs a scalar of the step before, or any reduction over
/// the grid. The host computes them between launches, and fused steps are one launch. The reason
/// advises the user to use `instead`.
static Fit fitGlobalReductions(const ir::Program &program, llvm::StringRef instead) {
  if (program.globalReductions.empty() && program.kept.empty())
    return Fit::yes();
  if (program.globalReductions.empty())
    return Fit::no(llvm::formatv("a step needs '{0}' of the step before, which is computed between "
                                 "them, so no steps are fused; use {1}",
                                 program.kept[ir::CarriedScalarId{0}].name, instead)
                       .str());
  const ir::Reduction &first =
      program.reductions[program.globalReductions.front().reductions.front()];
  return Fit::no(llvm::formatv("each step needs a reduction over the whole grid, {0} in line {1}, "
                               "so no steps are fused; use {2}",
                               first.source, first.line, instead)
                     .str());
}

Fit fitFusedSteps(const ir::Program &program, llvm::StringRef instead) {
  if (Fit fit = fitGlobalReductions(program, instead); !fit.legal)
    return fit;
  return fitIterations(program, instead);
}

double costOfSteps(const analysis::Facts &facts, int steps, double fused, double single) {
  double all = 0, cost = 0;
  for (const Segment &segment : segmentsOf(facts)) {
    const std::int64_t grouped = (segment.steps - segment.endsSingle) / steps * steps;
    cost += double(segment.count) *
            (double(grouped) * fused + double(segment.steps - grouped) * single);
    all += double(segment.count) * double(segment.steps);
  }
  return all > 0 ? cost / all : single;
}

} // namespace stencilc::plan
