/// \file Values that f64 represents exactly although f32 could round them: whole numbers and
/// halves.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Returns whether a uniform f64 expression (the same in all cells) is evaluated without rounding.
/// It may contain only sizes, the step number, whole numbers and halves.
bool isExactOnHost(const ir::Program &program, ir::ExprId id);

/// Returns whether `id` compares two f64 expressions of positions that are evaluated without
/// rounding, in a program that computes in f32. Canonical arithmetic leaves such comparisons
/// unchanged.
bool isExactComparison(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
