/// \file Tests whether the time steps of a program can run with one buffer for each field.
#include "schedules/inplace/Fit.h"
#include "ir/Walk.h"
#include "plan/cost/FusedSteps.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Checks that no reduction after a time step reads values of an updated field from before the
/// step. The only buffer (array) of the field then has new values. Returns the reason if a
/// reduction does.
Fit fitReductions(const analysis::Facts &facts) {
  for (const auto &[reduction, footprint] : facts.footprint.reductions)
    for (const auto &[fieldLevel, reads] : footprint.fieldLevels)
      if (fieldLevel.level < 1 && ir::isUpdated(facts.program, fieldLevel.field))
        return Fit::no(llvm::formatv("{0} in line {1} needs '{2}' as it was before the step, which "
                                     "is overwritten; use [t+1] there, or sweep",
                                     facts.program.reductions[reduction].source,
                                     facts.program.reductions[reduction].line,
                                     facts.program.fields[fieldLevel.field].name)
                           .str());
  return Fit::yes();
}

/// Checks that all updates freeze the same cells (which then keep their values), and returns the
/// reason if they do not. Fields share memory in pairs. If they froze different cells, the update
/// of one field would overwrite frozen cells of the other.
Fit fitFrozen(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  const ir::Stage &first = *program.stages.begin();
  for (const ir::Stage &stage : program.stages)
    if (stage.frozen != first.frozen)
      return Fit::no(
          llvm::formatv(
              "near faces '{0}' keeps other cells than '{1}', so that an updated cell would write "
              "where its neighbours do not read; let both read the same fields, or use sweep",
              program.fields[stage.target].name, program.fields[first.target].name)
              .str());
  return Fit::yes();
}

} // namespace

Pairing fitInPlace(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  if (Fit fit = fitFusedSteps(program, "sweep"); !fit.legal)
    return {fit, {}};
  if (facts.dependence.kernels.size() != 1)
    return {Fit::no(llvm::formatv("a step has {0} kernels, because later updates read neighbours "
                                  "of earlier results, and in place there is only one; use sweep",
                                  facts.dependence.kernels.size())
                        .str()),
            {}};
  if (!program.points.empty())
    return {Fit::no("sources and receivers need fields between its two kinds of steps; use sweep"),
            {}};
  if (Fit fit = fitReductions(facts); !fit.legal)
    return {fit, {}};
  if (Fit fit = fitFrozen(facts); !fit.legal)
    return {fit, {}};
  return pairFields(facts);
}

} // namespace stencilc::schedules
