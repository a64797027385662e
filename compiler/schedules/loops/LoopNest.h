/// \file What the functions of one kernel of schedule loops have in common.
#pragma once

#include "analysis/KernelFacts.h"
#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Whether what faces within `reach` fix is the same everywhere: where it asks for a position, rows
/// have no one value, and cells must know all of their coordinates.
bool facesAreUniform(const analysis::Facts &facts, ir::FieldId field, const Reach &reach);
/// How far single cells of a field are read beyond the grid.
Reach readBeyondFaces(const analysis::Facts &facts, ir::FieldId field);

struct LoopNest {
  LoopNest(const analysis::Facts &facts, std::size_t index, const kernel::Readers &readers);

  const analysis::Facts &facts;
  const analysis::KernelFacts kernel;
  const std::size_t index;
  const kernel::Readers &readers;
  const kernel::UniformNeeds usesUniforms;
  bool hasEnds;         // of rows inside, where x alone is asked
  bool readsRowsBeyond; // near faces too the loop runs over whole rows
  bool hasEdges;        // cells that are updated one by one

  const ir::Program &program() const { return facts.program; }
  int rank() const { return facts.program.rank(); }
};

} // namespace stencilc::schedules
