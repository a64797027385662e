/// \file Predicted cost of sweep kernels that load planes into shared memory.
///
/// The blocks on a multiprocessor advance by one plane in the time of the slowest resource, plus a
/// part of the time of resources that are nearly as slow. The resources are memory, arithmetic,
/// instructions of all warps including idle threads, L2 reads including halos of tiles, and shared
/// memory. Shared-memory writes and accesses to memory use the same pipe. Waiting time is the part
/// of a block's instruction time that only other blocks can hide. It is larger if threads copy
/// planes themselves, or load cells other than their own from memory.
///
/// A block sweeps a chunk (range of planes). It takes one step of the sweep for each plane, and
/// some more to fill the ring buffers. If not all blocks run at the same time, the last ones share
/// the machine with fewer others, and each gets a larger part of it.
#pragma once

#include "schedules/sweep/staged/Staging.h"

namespace stencilc::schedules {

/// Returns the predicted time, bytes and instructions per updated cell of `kernel`, which is kernel
/// number `index` of the program. Each multiprocessor runs `blocks` of its blocks at the same time.
/// Planes that blocks load before their first update, incomplete waves of blocks and the launch are
/// not included. Precondition: `kernel.shape` is a complete StagedShape.
plan::Estimate stagedWave(const analysis::Facts &facts, std::size_t index,
                          const plan::KernelPlan &kernel, const plan::Target &target,
                          double blocks);

/// Returns the name of the resource that takes the longest time in `wave` and so limits the rate,
/// such as "memory". The name is for messages.
const char *stagedBound(const plan::Estimate &wave);

/// Returns the bytes that blocks of `kernel` load, divided by the bytes of loading each cell once.
/// The ratio exceeds 1 for two reasons. Tiles have halos, and each block loads some planes before
/// its first update.
double stagedRedundancy(const analysis::Facts &facts, const plan::KernelPlan &kernel);

/// Returns the predicted time, bytes and instructions per updated cell of kernel number `index` on
/// a grid of `extents` cells. Incomplete waves of blocks and the launch are included. Precondition:
/// `kernel.planesPerChunk` (planes that one block sweeps) is set.
plan::Estimate stagedEstimate(const analysis::Facts &facts, std::size_t index,
                              const plan::KernelPlan &kernel, const plan::Target &target,
                              const Extents &extents);

} // namespace stencilc::schedules
