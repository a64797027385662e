/// \file Functions that are not correctly rounded: docs/reference/arithmetic.md.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Names of those in what kernels compute of cells: updates, values of boundaries, reductions.
/// Sorted. A program without any has the same bits on a GPU as on its host.
std::vector<std::string> inexactFunctions(const ir::Program &program);

} // namespace stencilc::analysis
