/// \file Compile-time evaluation: constants, spacings, parameters with default and range.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// The value of an expression that must be known when compiling, computed in f64. Constants it
/// mentions are evaluated first; `what` names the place ("the default of 'd'").
std::optional<double> evaluateConstant(Unit &unit, ast::ExprId id, llvm::StringRef what,
                                       const Frame *frame = nullptr);

/// Evaluates every `const` and `spacing`, and declares every `param`. Needs a stencil without
/// cyclic definitions.
void evaluateConstants(Unit &unit);

} // namespace stencilc::sema
