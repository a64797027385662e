/// \file What the host has of a step or a check, as text.
#pragma once

#include "kernel/Kernel.h"
#include <string>

namespace stencilc::emit {

/// `value` as an argument for a parameter of type `type`. `from` hands it over, the step or what is
/// checked; `grid` is a variable that has the grid, or empty.
std::string hostText(const kernel::HostValue &value, const kernel::Type &type,
                     const std::string &from, const std::string &grid);

} // namespace stencilc::emit
