/// \file Constants of an update that are passed to its kernel, because no instruction can hold
/// them.
///
/// As a parameter of the kernel a number is an operand of the instructions that use it; as a
/// literal of 64 bits it is put together by two instructions more, for each row of cells again.
#pragma once

#include "ir/Program.h"
#include <map>
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Member names, by value.
using NumberNames = std::map<double, std::string>;
/// The numbers of the updates of `stages`, numbered as they are met.
NumberNames numberNames(const ir::Program &program, const std::vector<ir::StageId> &stages);
/// The numbers of all updates.
NumberNames numberNames(const ir::Program &program);

} // namespace stencilc::kernel
