/// \file Facts about one kernel that the CPU schedule `loops` needs to emit its functions.
#pragma once

#include "analysis/KernelFacts.h"
#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Returns true if the fixed boundary values of `field` are the same at all positions, at each face
/// beyond which `reach` is not 0. Rows beyond these faces can then be read as a whole. Otherwise
/// code near faces needs the coordinates of each cell.
bool facesAreUniform(const analysis::Facts &facts, ir::FieldId field, const Reach &reach);
/// Returns for each face the largest number of cells beyond it at which updates and reductions read
/// `field`. Updates of frozen cells (cells near a face that keep their values) read nothing and do
/// not count.
Reach readBeyondFaces(const analysis::Facts &facts, ir::FieldId field);

/// One kernel of the program, with those of its properties that the CPU schedule `loops` needs to
/// emit its functions.
struct LoopNest {
  LoopNest(const analysis::Facts &facts, std::size_t index, const kernel::Readers &readers);

  const analysis::Facts &facts;
  const analysis::KernelFacts kernel;
  const std::size_t index;
  const kernel::Readers &readers;
  const kernel::UniformNeeds usesUniforms;
  bool hasEnds;         // rows inside the grid have cells whose reads leave the grid along x only
  bool readsRowsBeyond; // rows near faces of y and z are updated by the vectorised loop, too
  bool hasEdges;        // some cells near faces are updated one by one

  const ir::Program &program() const { return facts.program; }
  int rank() const { return facts.program.rank(); }
};

} // namespace stencilc::schedules
