/// \file Verification of shared memory that the member functions of a sweep's struct fill and read.
#pragma once

#include "kernel/Kernel.h"
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Returns descriptions of violated rules in kernels that call member functions of a struct,
/// including all callees. A step of the sweep ends where a number changes on which places in shared
/// memory depend. Waits before that say nothing about the planes meant afterwards. The rules are:
///
/// - Copied cells are read after a wait for copies in the same step, and after a barrier of the
/// warp. Rows that other threads copy need a barrier of the block.
///
/// - Cells of tensor loads are read after a wait in the same step for their barrier.
///
/// - A barrier separates a write of a thread from a read that may be of the same place. A split
/// barrier counts with an arrival and then a wait.
///
/// - Some thread arrives at each barrier that is waited for.
///
/// Conditional statements count as executed. Filling a slot too early is not checked.
std::vector<std::string> verifySweeps(const Module &module);

} // namespace stencilc::kernel
