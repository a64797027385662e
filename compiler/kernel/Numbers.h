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

/// Member names (n0, n1, ...) of the constants that kernels get as parameters, by value.
using NumberNames = std::map<double, std::string>;
/// Returns the constants in the updates of `stages` that no instruction can contain, with names in
/// the order of their first use.
NumberNames numberNames(const ir::Program &program, const std::vector<ir::StageId> &stages);
/// Returns the constants in all updates that no instruction can contain.
NumberNames numberNames(const ir::Program &program);

} // namespace stencilc::kernel
