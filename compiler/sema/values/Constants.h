/// \file Evaluates constants, spacings and parameters at compile time.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the f64 value of expression `id`, which must be known at compile time. Reports other
/// values and returns nullopt. `what` names the value in messages ("the default of 'd'").
std::optional<double> evaluateConstant(Unit &unit, ast::ExprId id, llvm::StringRef what,
                                       const Frame *frame = nullptr);

/// Evaluates every `const` and `spacing`, and declares every `param`. Precondition: the stencil has
/// no cyclic definitions.
void evaluateConstants(Unit &unit);

} // namespace stencilc::sema
