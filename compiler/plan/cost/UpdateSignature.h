/// \file Hash of the update expressions of a program, by which the registers of kernels are found
/// in the built-in table of measured compilations.
#pragma once

#include "analysis/Facts.h"
#include <cstdint>

namespace stencilc::plan {

/// Returns a hash of those properties of a program that determine the code of its kernels: types,
/// boundary conditions, and the expressions of all updates. Names and the values of constants do
/// not change the hash, because they rarely change the registers of a kernel.
std::uint64_t updateSignature(const analysis::Facts &facts);

} // namespace stencilc::plan
