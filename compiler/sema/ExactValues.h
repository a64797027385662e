/// \file Values that f64 represents exactly although f32 could round them: whole numbers and
/// halves.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Returns whether the host evaluates the f64 expression `id` without rounding. The expression may
/// contain only sizes, the step number, whole numbers and halves.
bool isExactOnHost(const ir::Program &program, ir::ExprId id);

/// Returns whether `id` compares positions, as f64 expressions that are evaluated without rounding,
/// in a program that computes in f32. Canonical arithmetic leaves such comparisons unchanged.
bool isExactComparison(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
