/// \file Checks which programs schedule persistent supports, apart from the size of shared memory.
#include "schedules/persistent/Fit.h"
#include "analysis/KernelFacts.h"
#include "kernel/build/Uniforms.h"
#include "plan/cost/FusedSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kArgumentBytes = 3072; // of a launch, for the scalars of its time steps
constexpr int kMostSteps = 4096;     // of a launch without such scalars

/// Returns true if updates read `field` beyond face `side` of `axis`, where the boundary condition
/// is not periodic and gives values.
bool isOtherFace(const analysis::Facts &facts, ir::FieldId field, int axis, Side side) {
  const analysis::Face &face = facts.faces.at(field, axis, side);
  return face.reach > 0 && face.hasCells() && !face.isPeriodic();
}

/// Returns true if a fixed boundary value of some field depends on the coordinate along `axis`.
bool givesByPlace(const analysis::Facts &facts, int axis) {
  for (ir::FieldId field : facts.program.fields.ids())
    for (int face = 0; face < facts.program.rank(); ++face)
      for (Side side : {Side::Low, Side::High})
        if (facts.faces.at(field, face, side).variesAlong(axis))
          return true;
  return false;
}

} // namespace

std::string whyUndivided(const analysis::Facts &facts, int axis) {
  const ir::Program &program = facts.program;
  if (!facts.faces.isPeriodic(axis))
    return "";
  for (ir::FieldId field : program.fields.ids())
    for (Side side : {Side::Low, Side::High})
      if (isOtherFace(facts, field, axis, side))
        return "some fields are periodic along " + program.axes[axis] +
               ", others have another boundary there";
  for (const ir::Stage &stage : program.stages)
    if (stage.frozen.low[axis] + stage.frozen.high[axis] > 0)
      return "some fields are periodic along " + program.axes[axis] + ", others keep cells there";
  if (givesByPlace(facts, axis))
    return "a boundary value depends on " + program.axes[axis] + ", which is periodic";
  return "";
}

int mostSteps(const analysis::Facts &facts) {
  const int bytes = kernel::bytesOfStep(facts.program);
  const kernel::StepsAround around = kernel::stepsAround(facts.program);
  const int most =
      ir::receivedFields(facts.program).empty() ? kMostSteps : Plan::kMostRecordedSteps;
  return bytes ? std::min(most, kArgumentBytes / bytes - around.before - around.after) : most;
}

int fewestSteps(const analysis::Facts &facts) {
  int levels = 1;
  for (const ir::FieldDecl &field : facts.program.fields)
    levels = std::max(levels, field.levels);
  return levels;
}

Fit fitPersistent(const analysis::Facts &facts) {
  const ir::Program &program = facts.program;
  if (Fit fit = fitFusedSteps(program, "naive"); !fit.legal)
    return fit;
  if (mostSteps(facts) < std::max(2, 2 * fewestSteps(facts) - 1))
    return Fit::no("the scalars of two time steps do not fit in the arguments of a launch; use "
                   "naive");
  return Fit::yes();
}

} // namespace stencilc::schedules
