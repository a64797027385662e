/// \file What a step does in turn, as a list: kernels, passes over all cells whose numbers those
/// after them need, and iterations.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::analysis {

/// One of them: a kernel, a survey, the begin of the iterations of a repeat, or their end.
struct StepPiece {
  enum class Act : std::uint8_t { Kernel, Survey, Begin, End };
  Act act;
  std::size_t number; // of the kernel, the survey or the repeat
};

std::vector<StepPiece> stepPieces(const ir::Program &program, const Dependence &dependence);

/// Whether a step needs, on its way, what all cells have come to: numbers of the whole grid, or
/// iterations. So does one that finds what the step before it has left.
bool meetsWithin(const ir::Program &program);

/// What a kernel or a survey reads from memory, and how far; nothing of the others.
std::map<FieldLevel, LevelFootprint> readsOf(const Facts &facts, const StepPiece &piece);

/// Cells along `axis` that one of them reads to either side.
int reachOf(const Facts &facts, const StepPiece &piece, int axis);

} // namespace stencilc::analysis
