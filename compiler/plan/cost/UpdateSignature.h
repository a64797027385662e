/// \file Signature of a program's updates: a number by which compiled kernels are found again.
#pragma once

#include "analysis/Facts.h"
#include <cstdint>

namespace stencilc::plan {

/// Returns a hash of everything in a program from which the code of its kernels follows: types,
/// boundary conditions, and the expressions of all updates. Names and the values of constants are
/// left out, because they rarely change the registers of a kernel. Two programs with different
/// names and coefficients therefore have the same signature.
std::uint64_t updateSignature(const analysis::Facts &facts);

} // namespace stencilc::plan
