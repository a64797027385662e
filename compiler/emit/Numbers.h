/// \file Text of the struct of constants of updates that a kernel gets as one parameter, because no
/// instruction can contain such a constant (kernel/build/Numbers.h).
#pragma once

#include "kernel/build/Numbers.h"

namespace stencilc::emit {

using kernel::NumberNames;
using kernel::numberNames;

/// Returns the text of a struct whose members are the constants of updates, and of a constexpr
/// variable with their values.
std::string numbersText(const NumberNames &names);

} // namespace stencilc::emit
