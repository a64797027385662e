/// \file What a sweep that stages planes in shared memory is expected to cost.
///
/// The blocks that share a multiprocessor advance by one plane in the time of the resource they
/// need longest, and what comes close adds to it. Beside memory, arithmetic and instructions (those
/// of all warps, idle lanes too) these are the way from L2, halos of tiles included; accesses to
/// shared memory, what is written there, and accesses to memory, which take the same pipe; and
/// waiting: a share of what the block itself issues, which no other block hides, more where threads
/// copy planes themselves or read margins from memory.
///
/// A sweep takes as many steps as a chunk has planes, and some to fill; blocks beyond those that
/// run at a time follow with what is left of the machine to themselves.
#pragma once

#include "schedules/sweep/Staging.h"

namespace stencilc::schedules {

/// An update of `kernel`, which has its shape, while `blocks` of its blocks are on each
/// multiprocessor.
plan::Estimate stagedWave(const analysis::Facts &facts, std::size_t index,
                          const plan::KernelPlan &kernel, const plan::Target &target,
                          double blocks);

/// What takes longest, in words.
const char *stagedBound(const plan::Estimate &wave);

/// Bytes that blocks bring per byte of a cell updated: halos of tiles, and planes to fill.
double stagedRedundancy(const analysis::Facts &facts, const plan::KernelPlan &kernel);

/// The estimate of one kernel whose planes per chunk are known.
plan::Estimate stagedEstimate(const analysis::Facts &facts, std::size_t index,
                              const plan::KernelPlan &kernel, const plan::Target &target,
                              const Extents &extents);

} // namespace stencilc::schedules
