/// \file Constants of an update that are passed to its kernel as parameters, because no instruction
/// can hold them.
///
/// Instructions can take a kernel parameter as an operand. A 64-bit literal needs two more
/// instructions to build it, repeated for each row of cells.
#pragma once

#include "ir/Program.h"
#include <map>
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Member names of the constants, by value.
using NumberNames = std::map<double, std::string>;
/// Returns the constants of the updates of `stages`, named in the order of their first use.
NumberNames numberNames(const ir::Program &program, const std::vector<ir::StageId> &stages);
/// Returns the constants of all updates.
NumberNames numberNames(const ir::Program &program);

} // namespace stencilc::kernel
