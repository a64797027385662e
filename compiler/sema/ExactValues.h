/// \file Values that f64 represents exactly although f32 could round them: whole numbers and
/// halves.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Returns whether a uniform f64 tree is exact: it contains only sizes, the step number, whole
/// numbers and halves, and no operation that rounds.
bool isExactOnHost(const ir::Program &program, ir::ExprId id);

/// Returns whether `id` compares two exact f64 trees with positions, in a program that computes in
/// f32. Canonical arithmetic leaves such comparisons unchanged.
bool isExactComparison(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
