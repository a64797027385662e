/// \file Declares the measurements of the probe, which finds the rates of a machine. Each function
/// sets some members of its last argument.
#pragma once

#include "runtime/probe/Bench.h"
#include "runtime/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Measures the bandwidths of device memory, in GB/s. A copy counts the bytes read and the bytes
/// written.
Status measureMemory(Bench &bench, Gpu &gpu);
/// Measures the rates of fused multiply-adds, the register bandwidths, and the clock meanwhile.
Status measureArithmetic(Bench &bench, Gpu &gpu);
/// Measures the bandwidths of shared memory, of L1 and of L2.
Status measureOnChip(Bench &bench, Gpu &gpu);
/// Measures the time of a kernel that loads words, as a curve over the number of multiply-adds for
/// each word. A time of 1 is that without multiply-adds. The curve shows how many of them take no
/// additional time. Sets Gpu::hidden32 for words of type f32 and Gpu::hidden64 for f64.
Status measureOverlaps(Bench &bench, Gpu &gpu);
/// Measures the times of kernel launches and of barriers in a block, in microseconds.
Status measureCosts(Bench &bench, Gpu &gpu);
/// Measures the rates of copies between host and device, in GB/s. For copies in both directions at
/// once, the bytes of both count. It does nothing on the CPU device (an emulated GPU), whose memory
/// is the host's.
Status measureHostLink(Bench &bench, Gpu &gpu);
/// Measures the links between all pairs of `devices`, two or more, and between each device and the
/// host. `links.devices` must hold their numbers. On the CPU device (an emulated GPU) the copies
/// are few and small.
Status measureLinks(const std::vector<Device *> &devices, Links &links);
/// Measures the bandwidths of host memory. The caller has set the name and the number of threads.
Status measureHost(const Effort &effort, Host &host);

} // namespace stencilc::inline STENCILC_SPACE::probe
