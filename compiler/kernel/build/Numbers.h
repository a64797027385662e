/// \file Constants of an update that are passed to its kernel as parameters, because no instruction
/// can hold them.
///
/// Instructions can take a kernel parameter as an operand. A 64-bit literal needs two more
/// instructions that build it, in each row of cells.
#pragma once

#include "ir/Program.h"
#include <map>
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Names of struct members (n0, n1, ...) for the constants that kernels get as a parameter, by the
/// value of the constant.
using NumberNames = std::map<double, std::string>;
/// Returns the constants in the updates of `stages` that no instruction can contain, with names for
/// them in the order of their first use.
NumberNames numberNames(const ir::Program &program, const std::vector<ir::StageId> &stages);
/// Returns the constants in all updates of the program that no instruction can contain, with names
/// for them.
NumberNames numberNames(const ir::Program &program);

} // namespace stencilc::kernel
