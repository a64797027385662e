/// \file Constants of an update that are passed to its kernel (kernel/Numbers.h), as text.
#pragma once

#include "kernel/Numbers.h"

namespace stencilc::emit {

using kernel::NumberNames;
using kernel::numberNames;

/// The struct that holds them, and its value.
std::string numbersText(const NumberNames &names);

} // namespace stencilc::emit
