/// \file Text of values that the host has during a time step or an evaluation of reports and
/// stopping conditions.
#pragma once

#include "kernel/Kernel.h"
#include <string>

namespace stencilc::emit {

/// Returns the text of the argument `value` for a parameter of type `type`. `from` is the name of
/// the object that has the value: a time step, or an evaluation of reports and stopping conditions.
/// `grid` is the name of a variable that holds the grid, or "".
std::string hostText(const kernel::HostValue &value, const kernel::Type &type,
                     const std::string &from, const std::string &grid);

} // namespace stencilc::emit
