/// \file The parts of a time step in the order of execution: kernels, in-step reductions
/// (reductions whose results later kernels need), and iterations.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::analysis {

/// A part of a time step: a kernel, an in-step reduction (over the grid, within the step), or the
/// begin or end of the iterations of a `repeat`.
struct StepPiece {
  enum class Act : std::uint8_t { Kernel, GlobalReduction, Begin, End };
  Act act;
  std::size_t number; // index of the kernel, the in-step reduction or the repeat
};

/// Returns the parts of a time step in the order of execution.
std::vector<StepPiece> stepPieces(const ir::Program &program, const Dependence &dependence);

/// Returns true if devices must exchange data within a time step. This is so if the step has
/// in-step reductions (over the grid), a `repeat`, or scalars from the step before.
bool meetsWithin(const ir::Program &program);

/// Returns the offsets that a kernel or an in-step reduction (over the grid, within a time step)
/// reads from memory. Of a reduction only the reach is set. Returns an empty map for other parts of
/// a step.
std::map<FieldLevel, LevelFootprint> readsOf(const Facts &facts, const StepPiece &piece);

/// Returns the largest distance in cells along `axis` at which a part of a time step reads, over
/// both sides.
int reachOf(const Facts &facts, const StepPiece &piece, int axis);

} // namespace stencilc::analysis
