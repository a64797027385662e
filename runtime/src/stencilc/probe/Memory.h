/// \file Bandwidth of the device's memory: a copy by the driver, and kernels that copy, read and
/// write 16 bytes per thread and access.
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/probe/Bench.h"
#include "stencilc/probe/Record.h"
#include "stencilc/probe/Wide.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Accesses of a thread of readMemory, under way together.
inline constexpr int kReadsAtOnce = 4;

__global__ void copyMemory(Words *to, const Words *from) {
  const std::size_t at = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
  to[at] = from[at];
}

__global__ void readMemory(const Words *from, unsigned never, unsigned *result) {
  const Words *first = from + std::size_t{blockIdx.x} * kThreads * kReadsAtOnce + threadIdx.x;
  Words some[kReadsAtOnce];
  unsigned sum = 0;
  STENCILC_UNROLL
  for (int k = 0; k < kReadsAtOnce; ++k)
    some[k] = loadPastL1(first + k * kThreads);
  STENCILC_UNROLL
  for (int k = 0; k < kReadsAtOnce; ++k)
    sum ^= fold(some[k]);
  if (sum == never)
    *result = sum;
}

__global__ void writeMemory(Words *to, unsigned value) {
  to[std::size_t{blockIdx.x} * kThreads + threadIdx.x] = {value, value, value, value};
}

/// Bytes of a buffer such that two of them take at most half of what is free.
inline Status bufferBytes(std::uint64_t &bytes) {
  std::uint64_t available = 0;
  Status status = device::freeMemory(available);
  bytes = std::min(kEffort.most, available / 4) & ~std::uint64_t{0xffff};
  if (status && bytes == 0)
    return Status::outOfMemory("less than 256 KiB of device memory are free");
  return status;
}

/// Fills in the bandwidths of memory; a copy counts what it reads and what it writes.
inline Status measureMemory(Bench &bench, Gpu &gpu) {
  std::uint64_t bytes = 0;
  Buffer from, to, result;
  Status status = bufferBytes(bytes);
  if (status)
    status = from.allocate(bytes);
  if (status)
    status = to.allocate(bytes);
  if (status)
    status = result.allocate(sizeof(unsigned));
  const auto size = static_cast<double>(bytes);
  const auto blocks = static_cast<unsigned>(bytes / sizeof(Words) / kThreads);
  const auto shape = [](unsigned count) {
    return LaunchShape{.grid = dim3(count), .block = dim3(kThreads)};
  };
  const auto measure = [&](double moved, double &rate, const auto &work) {
    double seconds = 0;
    if (status)
      status = bench.seconds(work, seconds);
    if (status)
      rate = billions(moved, seconds);
  };
  measure(2 * size, gpu.memoryCopy, [&] {
    return device::copy({to.as<void>(), bytes, bytes}, {from.as<void>(), bytes, bytes}, {bytes},
                        nullptr);
  });
  measure(2 * size, gpu.memoryCopyKernel, [&] {
    return launch(nullptr, "copyMemory", copyMemory, shape(blocks), to.as<Words>(),
                  from.as<Words>());
  });
  measure(size, gpu.memoryRead, [&] {
    return launch(nullptr, "readMemory", readMemory, shape(blocks / kReadsAtOnce), from.as<Words>(),
                  1u, result.as<unsigned>());
  });
  measure(size, gpu.memoryWrite, [&] {
    return launch(nullptr, "writeMemory", writeMemory, shape(blocks), to.as<Words>(), 0u);
  });
  return status;
}

} // namespace stencilc::probe
