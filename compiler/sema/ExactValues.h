/// \file Whole numbers and halves, which f64 holds exactly where f32 may round them.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Returns whether a tree of f64 numbers, the same for all cells, is made of sizes, the step, whole
/// numbers and halves alone, by operations that round none of them.
bool isExactOnHost(const ir::Program &program, ir::ExprId id);

/// Returns whether cells compare two trees of such numbers, positions among them, in f64 where the
/// program computes in f32. Canonical arithmetic leaves the comparison as it is.
bool isExactComparison(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
