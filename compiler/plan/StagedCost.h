/// \file What a sweep that stages planes in shared memory is expected to cost.
///
/// The blocks that share a multiprocessor advance by one plane in the time of the resource they
/// need longest, and what comes close adds to it (a sum of powers). Cycles of a multiprocessor:
///
///     memory        bytes of each cell once / what a copy reaches
///     cache         bytes between L2 and the multiprocessor, halos of tiles included / its rate
///     shared        accesses to shared memory and what is written there / 128 bytes a cycle
///     instructions  those of all warps / 4 a cycle, as far as kernels reach that
///     arithmetic    operations / the units of the target
///     waiting       a share of what the block itself issues, which no other block hides; more
///     where
///                   threads copy planes themselves, and where they read margins from memory
///
/// A sweep takes as many steps as a chunk has planes, and some to fill; blocks beyond those that
/// run at a time follow with what is left of the machine to themselves. Fitted to 110 runs on an
/// H200: half of them within 8% (bench/suite/predict makes the table).
#pragma once

#include "plan/Staging.h"

namespace stencilc::plan {

/// Cycles of one multiprocessor while each of its blocks updates a plane.
struct StagedStep {
  double memory = 0, cache = 0, shared = 0, instructions = 0, arithmetic = 0, waiting = 0;

  double cycles() const;
  /// What takes longest, in words.
  const char *bound() const;
};

/// `resident` blocks of `pass` on each multiprocessor.
StagedStep stagedStep(const analysis::Facts &facts, std::size_t index, const PassPlan &pass,
                      const Target &target, double resident);

/// Bytes that blocks bring per byte of a cell updated: halos of tiles, and planes to fill.
double stagedRedundancy(const analysis::Facts &facts, std::size_t index, const PassPlan &pass);

/// Of one pass whose planes per chunk are known.
Estimate stagedEstimate(const analysis::Facts &facts, std::size_t index, const PassPlan &pass,
                        const Target &target, const Extents &extents);

} // namespace stencilc::plan
