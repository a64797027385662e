/// \file Grouping of stages into kernels, and the number of buffers of each field.
#include "analysis/Dependence.h"
#include "analysis/Lifetimes.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include <algorithm>

namespace stencilc::analysis {

/// Returns true if `stage` may be computed cell by cell together with the earlier stages of
/// `kernel`.
///
/// All stages of a kernel write to buffers of t+1, so `stage` may read any cell at t or earlier. Of
/// a field at t+1 that the kernel computes, it may read only the same cell, whose value is in a
/// register. A neighbour may not have been computed yet. No two stages of a kernel may update the
/// same field.
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

/// Returns true if t+1 of the field that `writer` updates may overwrite the field's oldest time
/// level. This requires that no later stage and no reduction reads that level. Earlier stages and
/// `writer` itself may read it at the same cell only, because a neighbour may have been overwritten
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
  if (levels == 1 || ir::repeatOf(program, writer)) // t is read while t+1 is written
    return false;
  for (ir::StageId id : program.stages.ids())
    if (reads(program.stages[id].value, id.index <= writer.index))
      return false;
  const auto ids = program.reductions.ids(); // they run after the step
  return std::none_of(ids.begin(), ids.end(), [&](ir::ReductionId id) {
    return reads(program.reductions[id].value, false);
  });
}

/// Returns true if both stages belong to the same `repeat` loop, or if neither belongs to one.
static bool areRepeatedAlike(const ir::Program &program, ir::StageId a, ir::StageId b) {
  return ir::repeatOf(program, a) == ir::repeatOf(program, b);
}

/// Returns true if an in-step reduction (reduction within a time step) runs directly before
/// `stage`.
static bool isReducedBefore(const ir::Program &program, ir::StageId stage) {
  return std::any_of(
      program.globalReductions.begin(), program.globalReductions.end(),
      [&](const ir::GlobalReduction &globalReduction) { return globalReduction.before == stage; });
}

/// Adds a loop over kernels for each repeat of the program, and sets how often its kernels run in a
/// step.
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
        isReducedBefore(program, id))
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
