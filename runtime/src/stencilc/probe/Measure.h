/// \file What is measured, part by part; each fills in its members.
#pragma once

#include "stencilc/probe/Bench.h"
#include "stencilc/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Bandwidths of the device's memory; a copy counts what it reads and what it writes.
Status measureMemory(Bench &bench, Gpu &gpu);
/// Rates of multiply-adds, register bandwidths, the clock while they ran.
Status measureArithmetic(Bench &bench, Gpu &gpu);
/// Bandwidths of shared memory, L1 and L2.
Status measureOnChip(Bench &bench, Gpu &gpu);
/// The two curves of multiply-adds that hide behind a load.
Status measureOverlaps(Bench &bench, Gpu &gpu);
/// What waiting costs: launches of kernels and barriers of blocks, in microseconds.
Status measureCosts(Bench &bench, Gpu &gpu);
/// Rates between host and device; both ways at once counts the bytes of both. Nothing where the
/// device's memory is the host's.
Status measureHostLink(Bench &bench, Gpu &gpu);
/// Links between two devices or more, whose numbers `links` has, and between each and the host. On
/// the CPU device copies run once, and are small.
Status measureLinks(const std::vector<Device *> &devices, Links &links);
/// Bandwidths of the host's memory; name and number of threads are known.
Status measureHost(const Effort &effort, Host &host);

} // namespace stencilc::inline STENCILC_SPACE::probe
