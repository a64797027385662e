/// \file Verifier of accesses to shared memory by member functions of a struct, as in a wavefront.
#pragma once

#include "kernel/Kernel.h"
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Checks the order of accesses to shared memory, in kernels that keep it in a struct and in all
/// functions they call. Returns a description of each violation. The rules are:
///
/// - Before a thread reads cells that were copied asynchronously, it waits for the copies, and then
/// at a barrier of the warp. Both are in the same step of the sweep. Rows that other threads copied
/// need a barrier of the block.
///
/// - Before a thread reads cells of tensor loads (TMA), it waits for their barrier in the same step
/// of the sweep.
///
/// - A barrier separates a write by one thread from a read that may be of the same cell. A split
/// barrier needs an arrival and then a wait.
///
/// - Some thread arrives at each barrier at which threads wait.
///
/// A step of the sweep (one plane) ends where a variable changes that occurs in shared-memory
/// indices. Conditional statements count as executed. Overwriting a slot (memory of one plane) too
/// early is not checked.
std::vector<std::string> verifySweeps(const Module &module);

} // namespace stencilc::kernel
