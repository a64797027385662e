/// \file Constants of an update that are passed to its kernel (kernel/Numbers.h), as text.
#pragma once

#include "kernel/Numbers.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace stencilc::emit {

using kernel::NumberNames;
using kernel::numberNames;

/// Members of the struct, with their values.
llvm::json::Array numberList(const NumberNames &names);
/// How a constant is spelt: as a member of `numbers`, or empty text for a literal.
std::string numberText(const NumberNames &names, double value, ir::ScalarType type);

} // namespace stencilc::emit
