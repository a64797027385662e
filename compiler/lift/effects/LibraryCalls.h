/// \file Maps functions of `<math.h>` and `<cmath>` to functions of the stencil language.
#pragma once

#include "lift/Nest.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::lift {

/// Returns the name of a C function without the suffix `f`: "sqrt" for "sqrtf".
llvm::StringRef withoutType(llvm::StringRef function);

/// Returns a call of the mathematical C function `function`, named without its type suffix, as a
/// symbolic value of type `type`. Returns null if the stencil language has no such function.
Value libraryCall(llvm::StringRef function, Type type, const std::vector<Value> &operands);

} // namespace stencilc::lift
