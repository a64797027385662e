/// \file Verifier of accesses to shared memory by member functions of a struct, as in a wavefront.
#pragma once

#include "kernel/Kernel.h"
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Checks kernels that keep shared memory in a struct, and all functions they call. Returns a
/// description of each violation. The rules are:
///
/// - A thread reads copied cells after a wait for copies in the same step of the sweep and a
/// barrier of the warp. Rows that other threads copied need a barrier of the block.
///
/// - A thread reads cells of tensor loads after a wait for their barrier in the same step of the
/// sweep.
///
/// - A barrier separates a write by one thread from a read that may be of the same cell. A split
/// barrier needs an arrival and then a wait.
///
/// - Some thread arrives at each barrier at which threads wait.
///
/// A step of the sweep ends where a variable changes that occurs in shared-memory indices.
/// Conditional statements count as executed. Overwriting a slot too early is not checked.
std::vector<std::string> verifySweeps(const Module &module);

} // namespace stencilc::kernel
