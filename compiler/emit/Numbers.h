/// \file Text of the constants of updates that kernels get as parameters (kernel/Numbers.h).
#pragma once

#include "kernel/Numbers.h"

namespace stencilc::emit {

using kernel::NumberNames;
using kernel::numberNames;

/// Returns the text of a struct with the constants of updates as members, and of a constexpr
/// variable with their values.
std::string numbersText(const NumberNames &names);

} // namespace stencilc::emit
