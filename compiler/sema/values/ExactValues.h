/// \file Values that f64 represents exactly although f32 could round them: whole numbers and
/// halves.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Returns true if the host can evaluate the f64 expression `id` without rounding. Such expressions
/// consist of sizes, the step number, whole numbers and halves, combined by operations such as sums
/// and products.
bool isExactOnHost(const ir::Program &program, ir::ExprId id);

/// Returns true if `id` compares positions exactly: as f64 expressions without rounding, in a
/// program that computes in f32. Canonical arithmetic, by which the compiler reorders sums, leaves
/// such comparisons unchanged.
bool isExactComparison(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
