/// \file Signature of a program's updates: a hash by which the registers of compiled kernels are
/// looked up.
#pragma once

#include "analysis/Facts.h"
#include <cstdint>

namespace stencilc::plan {

/// Returns a hash of all properties of a program that determine the code of its kernels: types,
/// boundary conditions, and the expressions of all updates. Names and the values of constants do
/// not change the hash, because they rarely change the registers of a kernel.
std::uint64_t updateSignature(const analysis::Facts &facts);

} // namespace stencilc::plan
