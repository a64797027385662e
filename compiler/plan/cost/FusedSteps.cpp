/// \file Fusing of time steps, for all schedules: whether it is possible, and the mean cost of a
/// step.
#include "plan/cost/FusedSteps.h"
#include "plan/interface/Segments.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::plan {

/// Refuses programs whose time step repeats updates (statement `repeat`). Each iteration would
/// widen the halo of a fused tile as much as a time step does. `instead` is the schedule (or
/// option) that the reason recommends to the user.
static Fit fitIterations(const ir::Program &program, llvm::StringRef instead) {
  if (!program.repeats.empty())
    return Fit::no(llvm::formatv("a step repeats updates {0} times, and a tile that fuses all of "
                                 "them would be only halo; use {1}",
                                 program.repeats.front().count, instead)
                       .str());
  return Fit::yes();
}

/// Refuses programs whose time step needs a reduction over the whole grid, or a scalar that the
/// previous step has computed. The host computes these between two launches, but fused steps are
/// one launch. `instead` is the schedule (or option) that the reason recommends to the user.
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
