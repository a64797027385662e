/// \file Functions of <math.h> and <cmath> in those of the language.
#pragma once

#include "lift/Nest.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::lift {

/// The function without the letter of its type: "sqrt" for "sqrtf".
llvm::StringRef withoutType(llvm::StringRef function);

/// What a call of `function`, of such a name, gives in `type`; null if the language has none.
Value libraryCall(llvm::StringRef function, Type type, const std::vector<Value> &operands);

} // namespace stencilc::lift
