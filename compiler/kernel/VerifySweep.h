/// \file What a struct of shared memory promises where functions of a sweep's struct fill and read
/// it in turn.
#pragma once

#include "kernel/Kernel.h"
#include <string>
#include <vector>

namespace stencilc::kernel {

/// The broken promises, in plain words, of kernels that call functions of a struct, with all that
/// these call. A step of such a sweep ends where a number changes by which places in shared memory
/// are found: what was waited for before says nothing of the planes that are meant from then on.
/// - Cells that threads copy are read after copies were waited for in the same step, and after the
///   warp has met, or the block where they are in rows that other threads copy.
/// - Cells that tensor loads bring are read after a wait in the same step for the barrier of these
///   loads.
/// - Between a write of a thread and a read of what may be the same place there is a barrier, or an
///   arrival and then a wait at one of two halves.
/// - Somebody arrives at each barrier that is waited for.
/// Whatever stands in a condition counts as done; that no slot is filled too early is not asked.
std::vector<std::string> verifySweeps(const Module &module);

} // namespace stencilc::kernel
