/// \file Facts about one kernel that the CPU schedule `loops` needs to emit its functions.
#include "schedules/loops/LoopNest.h"
#include "kernel/build/KernelBody.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

bool facesAreUniform(const analysis::Facts &facts, ir::FieldId field, const Reach &reach) {
  for (int axis = 0; axis < facts.program.rank(); ++axis)
    for (Side side : {Side::Low, Side::High})
      if (reach.of(axis, side) && facts.faces.at(field, axis, side).variesByPlace())
        return false;
  return true;
}

Reach readBeyondFaces(const analysis::Facts &facts, ir::FieldId field) {
  return readBeyond(facts, field, [](std::size_t) { return false; });
}

LoopNest::LoopNest(const analysis::Facts &facts, std::size_t index, const Readers &readers)
    : facts(facts), kernel(facts, index), index(index), readers(readers),
      usesUniforms(kernelUsesUniforms(facts, kernel, readers, kernel.leavesGrid)) {
  const Reach across = kernel.margin.across(0);
  const bool isUniform = llvm::all_of(kernel.fieldLevels, [&](const auto &item) {
    const ir::FieldId field = item.first.field;
    return item.second.reach.isZero() ||
           facesAreUniform(facts, field, readBeyondFaces(facts, field));
  });
  hasEnds = !across.isZero() && kernel.leavesGrid && isUniform;
  const bool keepsCells = llvm::any_of(
      kernel.stages, [&](ir::StageId id) { return !program().stages[id].frozen.isZero(); });
  readsRowsBeyond = hasEnds && !keepsCells; // frozen cells need tests of single cells
  hasEdges = kernel.margin.low[0] || kernel.margin.high[0] || !(across.isZero() || readsRowsBeyond);
}

} // namespace stencilc::schedules
