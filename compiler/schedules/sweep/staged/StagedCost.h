/// \file Predicted cost of sweeps that stage planes in shared memory.
///
/// The blocks on a multiprocessor advance by one plane in the time of the slowest resource, plus a
/// part of the time of resources that are nearly as slow. The resources are memory, arithmetic,
/// instructions of all warps including idle threads, L2 reads including halos of tiles, and shared
/// memory. Shared-memory writes and accesses to memory use the same pipe. Waiting time is the
/// part of a block's instruction time that only other blocks can hide. It is larger if threads copy
/// planes themselves, or load cells other than their own from memory.
///
/// A block sweeps a chunk (range of planes). It takes one step of the sweep for each plane, and
/// some more to fill the ring buffers. If not all blocks run at the same time, the last ones share
/// the machine with fewer others, and each gets a larger part of it.
#pragma once

#include "schedules/sweep/staged/Staging.h"

namespace stencilc::schedules {

/// Returns the predicted time, bytes and instructions per update of `kernel`, which is kernel
/// number `index` of the program. They do not include planes that blocks load before their first
/// update, incomplete waves of blocks, and the launch. `blocks` of its blocks run on each
/// multiprocessor at the same time. The shape of `kernel` must be set.
plan::Estimate stagedWave(const analysis::Facts &facts, std::size_t index,
                          const plan::KernelPlan &kernel, const plan::Target &target,
                          double blocks);

/// Returns the name of the resource with the longest time in `wave`, which limits the rate. It is
/// for messages.
const char *stagedBound(const plan::Estimate &wave);

/// Returns the ratio of the bytes that blocks load to the bytes for loading each cell once. It
/// exceeds 1 for two reasons. Tiles have halos, and blocks load planes before the first update of a
/// chunk (the planes that one block sweeps).
double stagedRedundancy(const analysis::Facts &facts, const plan::KernelPlan &kernel);

/// Returns the predicted time, bytes and instructions per update of kernel number `index` on a grid
/// of size `extents`, incomplete waves of blocks and the launch included. The number of planes per
/// chunk (the planes that one block sweeps) must be set in `kernel`.
plan::Estimate stagedEstimate(const analysis::Facts &facts, std::size_t index,
                              const plan::KernelPlan &kernel, const plan::Target &target,
                              const Extents &extents);

} // namespace stencilc::schedules
