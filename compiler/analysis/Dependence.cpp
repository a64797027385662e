/// \file Which stages may run as one kernel over the grid, and how many buffers each field needs.
#include "analysis/Dependence.h"
#include "analysis/Lifetimes.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include <algorithm>

namespace stencilc::analysis {

/// Whether `stage` may run cell by cell together with the stages of `kernel`, which come before it.
///
/// What they write is t+1, which has a buffer of its own, so no stage can disturb what another one
/// reads at t or earlier. All that matters is what `stage` needs of their t+1: the cell itself has
/// just been stored (updated or kept) and is at hand; a neighbour may not have been written yet.
static bool mayJoin(const ir::Program &program, const Kernel &kernel, const ir::Stage &stage) {
  const auto writes = [&](ir::FieldId field) {
    return std::any_of(kernel.stages.begin(), kernel.stages.end(),
                       [&](ir::StageId other) { return program.stages[other].target == field; });
  };
  if (writes(stage.target))
    return false;
  return !ir::contains<ir::Read>(program, stage.value, [&](const ir::Read &read) {
    return read.level == 1 && !read.offset.isCentre() && writes(read.field);
  });
}

/// Whether t+1 of what `writer` updates may take the place of the field's oldest level: nobody
/// reads that level after the cell has been written. Who reads a neighbour might find it written
/// already.
static bool mayOverwrite(const ir::Program &program, ir::StageId writer) {
  const ir::FieldId field = program.stages[writer].target;
  const int levels = program.fields[field].levels;
  const auto reads = [&](ir::ExprId value, bool atNeighbours) {
    return ir::contains<ir::Read>(program, value, [&](const ir::Read &read) {
      return read.field == field && read.level == 1 - levels &&
             (!atNeighbours || !read.offset.isCentre());
    });
  };
  if (levels == 1 || ir::repeatOf(program, writer)) // what is read is also what is updated
    return false;
  for (ir::StageId id : program.stages.ids())
    if (reads(program.stages[id].value, id.index <= writer.index))
      return false;
  const auto ids = program.reductions.ids(); // they follow the step
  return std::none_of(ids.begin(), ids.end(), [&](ir::ReductionId id) {
    return reads(program.reductions[id].value, false);
  });
}

/// Whether both are repeated together, or neither is repeated.
static bool areRepeatedAlike(const ir::Program &program, ir::StageId a, ir::StageId b) {
  return ir::repeatOf(program, a) == ir::repeatOf(program, b);
}

/// Whether numbers of the whole grid are found between the stage and the one before it.
static bool isSurveyedBefore(const ir::Program &program, ir::StageId stage) {
  return std::any_of(program.surveys.begin(), program.surveys.end(),
                     [&](const ir::Survey &survey) { return survey.before == stage; });
}

/// The kernels of each repeat.
static void addLoops(const ir::Program &program, Dependence &dependence) {
  for (const ir::Repeat &repeat : program.repeats) {
    KernelLoop loop{dependence.kernels.size(), 0, repeat.count};
    for (std::size_t index = 0; index < dependence.kernels.size(); ++index) {
      Kernel &kernel = dependence.kernels[index];
      if (!ir::isWithin(repeat, kernel.stages.front()))
        continue;
      loop.first = std::min(loop.first, index);
      loop.last = index;
      kernel.times = repeat.count;
    }
    dependence.loops.push_back(loop);
  }
}

Dependence computeDependence(const ir::Program &program) {
  Dependence dependence;
  for (ir::FieldId id : program.fields.ids())
    dependence.buffers[id] = 1;
  for (ir::StageId id : program.stages.ids()) {
    const ir::Stage &stage = program.stages[id];
    if (dependence.kernels.empty() || !mayJoin(program, dependence.kernels.back(), stage) ||
        !areRepeatedAlike(program, dependence.kernels.back().stages.back(), id) ||
        isSurveyedBefore(program, id))
      dependence.kernels.emplace_back();
    dependence.kernels.back().stages.push_back(id);
    dependence.buffers[stage.target] =
        program.fields[stage.target].levels + (mayOverwrite(program, id) ? 0 : 1);
  }
  addLoops(program, dependence);
  placeLocals(program, dependence);
  return dependence;
}

} // namespace stencilc::analysis
