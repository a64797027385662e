/// \file Constants of an update that are passed to its kernel, because no instruction can hold
/// them.
///
/// As a parameter of the kernel a number is an operand of the instructions that use it; as a
/// literal of 64 bits it is put together by two instructions more, for each row of cells again.
#pragma once

#include "ir/Program.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace stencilc::emit {

/// Member names, by value.
using NumberNames = std::map<double, std::string>;
/// Of the updates of `stages`, numbered as they are met.
NumberNames numberNames(const ir::Program &program, const std::vector<ir::StageId> &stages);
/// Of all updates.
NumberNames numberNames(const ir::Program &program);
/// Members of the struct, with their values.
llvm::json::Array numberList(const NumberNames &names);
/// How a constant is spelt: as a member of `numbers`, or empty text for a literal.
std::string numberText(const NumberNames &names, double value, ir::ScalarType type);

} // namespace stencilc::emit
