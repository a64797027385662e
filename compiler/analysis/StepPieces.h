/// \file The parts of a time step in the order of execution: kernels, in-step reductions
/// (reductions whose results later kernels need), and iterations.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::analysis {

/// A part of a time step: a kernel, an in-step reduction (reduction within the step), or the begin
/// or the end of the iterations of a repeat.
struct StepPiece {
  enum class Act : std::uint8_t { Kernel, GlobalReduction, Begin, End };
  Act act;
  std::size_t number; // index of the kernel, the in-step reduction or the repeat
};

/// Returns the parts of a time step in the order of execution.
std::vector<StepPiece> stepPieces(const ir::Program &program, const Dependence &dependence);

/// Returns true if devices must exchange data within a time step, because it has in-step reductions
/// (reductions) or repeats. Scalars carried over from the step before count, too.
bool meetsWithin(const ir::Program &program);

/// Returns the reads of a kernel or an in-step reduction (reduction within a time step) from
/// memory, of a in-step reduction only their reach. Returns an empty map for other parts of a step.
std::map<FieldLevel, LevelFootprint> readsOf(const Facts &facts, const StepPiece &piece);

/// Returns how many cells along `axis` a part of a time step reads, on the side where it reads
/// more.
int reachOf(const Facts &facts, const StepPiece &piece, int axis);

} // namespace stencilc::analysis
