/// \file List of GPUs with limits, bandwidths and clock rates that NVIDIA has published.
///
/// Sources. Limits and operations per cycle: CUDA Programming Guide, "Compute Capabilities"
/// (technical specifications, and arithmetic throughput, per compute capability).
///
/// Multiprocessors, clock and memory bandwidth of the A100 80 GB SXM (2021), H100 SXM (2023) and
/// H200 SXM (2024): NVIDIA's data sheets. Those of the GeForce RTX 3090 and RTX 4090: the GA102 and
/// AD102 white papers. Clocks are boost clocks, but for the H100 and H200 the highest clock that
/// they report.
///
/// Shared memory delivers a word from each of 32 banks per cycle.
#include "machine/Machine.h"

namespace stencilc::machine {

namespace {

/// Bandwidth of a copy within device memory, divided by the bandwidth in the data sheet. On an H200
/// it is 4224 / 4800 GB/s.
constexpr double kCopyShare = 0.88;
constexpr int kSharedBytesPerCycle = 128;

/// Published numbers of one GPU. `clock` is in cycles per second, and `memoryPeak` (bandwidth of
/// device memory) in bytes per second.
struct Published {
  const char *key, *name, *arch;
  int sharedKibPerSm; // shared memory per multiprocessor; a block can use 1 KiB less
  int threadsPerSm, blocksPerSm;
  int singlesPerCycle, doublesPerCycle; // FMAs of a multiprocessor per cycle, f32 and f64
  int multiprocessors;
  double clock, memoryPeak;
  double memoryGib; // capacity of device memory, as drivers report it
  double l2Mib;
};
constexpr Published kRows[] = {
    {"a100", "NVIDIA A100", "sm_80", 164, 2048, 32, 64, 32, 108, 1.41e9, 2.039e12, 79.1, 40},
    {"rtx3090", "GeForce RTX 3090", "sm_86", 100, 1536, 16, 128, 2, 82, 1.695e9, 0.936e12, 23.7, 6},
    {"rtx4090", "GeForce RTX 4090", "sm_89", 100, 1536, 24, 128, 2, 128, 2.52e9, 1.008e12, 23.5,
     72},
    {"h200", "NVIDIA H200", "sm_90", 228, 2048, 32, 128, 64, 132, 1.98e9, 4.8e12, 139.8, 60},
    {"h100", "NVIDIA H100", "sm_90", 228, 2048, 32, 128, 64, 132, 1.98e9, 3.35e12, 79.1, 50},
};

NamedMachine makeMachine(const Published &row) {
  GpuMachine gpu;
  gpu.name = row.name;
  gpu.arch = row.arch;
  gpu.multiprocessors = row.multiprocessors;
  gpu.clock = row.clock;
  gpu.threadsPerBlock = 1024;
  gpu.threadsPerSm = row.threadsPerSm;
  gpu.blocksPerSm = row.blocksPerSm;
  gpu.registersPerThread = 255;
  gpu.registersPerSm = 65536;
  gpu.sharedBytesPerBlock = (row.sharedKibPerSm - 1) * 1024;
  gpu.sharedBytesPerSm = row.sharedKibPerSm * 1024;
  gpu.gridX = 2147483647;
  gpu.gridY = gpu.gridZ = 65535;
  const double cycles = row.multiprocessors * row.clock;
  gpu.memoryPeak = row.memoryPeak;
  gpu.memoryBytes = row.memoryGib * (1 << 30);
  gpu.memoryCopy = row.memoryPeak * kCopyShare;
  gpu.l2Bytes = row.l2Mib * (1 << 20);
  gpu.sharedRead = cycles * kSharedBytesPerCycle;
  gpu.fma32 = cycles * row.singlesPerCycle;
  gpu.fma64 = cycles * row.doublesPerCycle;
  return {row.key, {row.name, "", gpu, std::nullopt}};
}

} // namespace

const std::vector<NamedMachine> &publishedMachines() {
  static const std::vector<NamedMachine> all = [] {
    std::vector<NamedMachine> machines;
    for (const Published &row : kRows)
      machines.push_back(makeMachine(row));
    return machines;
  }();
  return all;
}

} // namespace stencilc::machine
