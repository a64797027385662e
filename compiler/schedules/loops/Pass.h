/// \file What the functions of one pass of schedule loops have in common.
#pragma once

#include "analysis/PassFacts.h"
#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Whether what faces within `reach` fix is the same everywhere: where it asks for a position, rows
/// have no one value, and cells must know all of their coordinates.
bool facesAreUniform(const analysis::Facts &facts, ir::FieldId field, const Reach &reach);
/// How far single cells of a field are read beyond the grid.
Reach readBeyondFaces(const analysis::Facts &facts, ir::FieldId field);

struct LoopPass {
  LoopPass(const analysis::Facts &facts, std::size_t index, const kernel::Readers &readers);

  const analysis::Facts &facts;
  const analysis::PassFacts pass;
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
