/// \file Declares the measurements of the probe, which finds the rates of a machine. Each function
/// sets some members of its last argument.
#pragma once

#include "runtime/probe/Bench.h"
#include "runtime/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Measures the bandwidths of device memory, in GB/s. A copy counts the bytes read and the bytes
/// written.
Status measureMemory(Bench &bench, Gpu &gpu);
/// Measures the rates of fused multiply-adds in 1e9 per second, and the bandwidths of registers in
/// GB/s. Sets also the clock frequency, in MHz, that the GPU has meanwhile.
Status measureArithmetic(Bench &bench, Gpu &gpu);
/// Measures the bandwidths at which kernels read shared memory, the L1 cache and the L2 cache, in
/// GB/s.
Status measureOnChip(Bench &bench, Gpu &gpu);
/// Measures kernels that load and store words and compute n multiply-adds for each word. Stores
/// pairs of n and the time, relative to the time for n = 0, in Gpu::hidden32 (type f32) and
/// Gpu::hidden64 (f64). The pairs show how many multiply-adds take no additional time.
Status measureOverlaps(Bench &bench, Gpu &gpu);
/// Measures the times of kernel launches and of barriers in a block, in microseconds.
Status measureCosts(Bench &bench, Gpu &gpu);
/// Measures the rates of copies between host and device, in GB/s. For copies in both directions at
/// once, the bytes of both count. It does nothing on the CPU device (an emulated GPU), whose memory
/// is the host's.
Status measureHostLink(Bench &bench, Gpu &gpu);
/// Measures the rates of copies between each pair of `devices` (two or more), and between each
/// device and the host. Stores them in `links`, whose member `devices` must already hold the device
/// numbers. On the CPU device (an emulated GPU) the copies are few and small.
Status measureLinks(const std::vector<Device *> &devices, Links &links);
/// Measures the bandwidths of host memory and of L2 caches, in GB/s, and stores them in `host`. The
/// caller has set the name and the number of threads of `host`.
Status measureHost(const Effort &effort, Host &host);

} // namespace stencilc::inline STENCILC_SPACE::probe
