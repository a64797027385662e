/// \file Facts about one kernel that the CPU schedule `loops` needs to emit its functions.
#pragma once

#include "analysis/KernelFacts.h"
#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Returns true if the fixed boundary values of `field` do not depend on the position, at all faces
/// beyond which `reach` extends. Otherwise a row beyond the grid has no single value, and code near
/// faces needs all coordinates of a cell.
bool facesAreUniform(const analysis::Facts &facts, ir::FieldId field, const Reach &reach);
/// Returns the largest number of cells beyond each face of the grid at which updates and reductions
/// read `field`. Frozen cells (cells near a face that keep their values) do not count, because they
/// read nothing.
Reach readBeyondFaces(const analysis::Facts &facts, ir::FieldId field);

/// One kernel of the program, with the facts about it that the CPU schedule `loops` needs to emit
/// its functions.
struct LoopNest {
  LoopNest(const analysis::Facts &facts, std::size_t index, const kernel::Readers &readers);

  const analysis::Facts &facts;
  const analysis::KernelFacts kernel;
  const std::size_t index;
  const kernel::Readers &readers;
  const kernel::UniformNeeds usesUniforms;
  bool hasEnds;         // rows in the grid have cells whose reads leave it along x only
  bool readsRowsBeyond; // loops run over whole rows near faces, too
  bool hasEdges;        // some cells near faces are updated one by one

  const ir::Program &program() const { return facts.program; }
  int rank() const { return facts.program.rank(); }
};

} // namespace stencilc::schedules
