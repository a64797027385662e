/// \file Facts about a program as text, which `--emit=facts` shows and tests compare.
///
///     facts of heat2d
///     minimum extents 1 x 1
///     stage 0: T, line 9
///       reads T[t]: star, 5 offsets, x -1..1, y -1..1
///     kernel 0: stage 0
///       4 add, 1 multiply, 2 fma; reads 8 bytes, writes 8 bytes
///     buffers: T 2
///     cost of one update: 9 operations, 16 bytes, 0.5625 operations a byte
///     stability: the fastest wave (0, 0) grows by 1 a step, stable
#pragma once

#include "analysis/Facts.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace stencilc::analysis {

void printFacts(const Facts &facts, llvm::raw_ostream &out);

/// Returns the result of the stability analysis in one sentence, which `--emit=facts` prints after
/// "stability: ".
std::string stabilityText(const Facts &facts);

} // namespace stencilc::analysis
