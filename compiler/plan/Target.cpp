/// \file The table of chips.
///
/// Limits: CUDA Programming Guide, "Compute Capabilities" (technical specifications per compute
/// capability). Clock, multiprocessors and bandwidth are data-sheet values of one typical part and
/// only steer the estimate: A100 80 GB, GeForce RTX 3090, GeForce RTX 4090, H200.
#include "plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace stencilc::plan {

namespace {

struct CudaRow {
  const char *name;
  int sharedKibPerSm; // a block may use one KiB less, which the system keeps
  int threadsPerSm, blocksPerSm;
  int doublesPerCycle;
  int multiprocessors;
  double clock, memoryBandwidth;
};
constexpr std::array<CudaRow, 4> kCuda = {{
    {"sm_80", 164, 2048, 32, 32, 108, 1.41e9, 2.039e12},
    {"sm_86", 100, 1536, 16, 2, 82, 1.695e9, 0.936e12},
    {"sm_89", 100, 1536, 24, 2, 128, 2.52e9, 1.008e12},
    {"sm_90", 228, 2048, 32, 64, 132, 1.98e9, 4.8e12},
}};

struct CpuRow {
  const char *name; // levels of the x86-64 psABI
  int vectorBytes;
  int cacheKib;
};
constexpr std::array<CpuRow, 3> kCpu = {{
    {"x86-64-v2", 16, 4096},
    {"x86-64-v3", 32, 8192},
    {"x86-64-v4", 64, 16384},
}};

Target makeCuda(const CudaRow &row) {
  Target target;
  target.kind = TargetKind::Cuda;
  target.name = row.name;
  target.sharedBytesPerBlock = (row.sharedKibPerSm - 1) * 1024;
  target.sharedBytesPerSm = row.sharedKibPerSm * 1024;
  target.registersPerSm = 65536;
  target.registersPerThread = 255;
  target.threadsPerBlock = 1024;
  target.threadsPerSm = row.threadsPerSm;
  target.blocksPerSm = row.blocksPerSm;
  target.multiprocessors = row.multiprocessors;
  target.gridX = 2147483647;
  target.gridY = target.gridZ = 65535;
  target.memoryBandwidth = row.memoryBandwidth;
  target.clock = row.clock;
  target.doublesPerCycle = row.doublesPerCycle;
  return target;
}

Target makeCpu(const CpuRow &row) {
  Target target;
  target.kind = TargetKind::Cpu;
  target.name = row.name;
  target.memoryBandwidth = 40e9; // two channels of DDR5-4800, half used
  target.clock = 3e9;
  target.vectorBytes = row.vectorBytes;
  target.cacheBytes = row.cacheKib * 1024;
  return target;
}

} // namespace

std::optional<Target> findTarget(TargetKind kind, llvm::StringRef name) {
  if (kind == TargetKind::Cuda) {
    const auto *row = llvm::find_if(kCuda, [&](const CudaRow &r) { return name == r.name; });
    return row == kCuda.end() ? std::nullopt : std::optional(makeCuda(*row));
  }
  const auto *row = llvm::find_if(kCpu, [&](const CpuRow &r) { return name == r.name; });
  return row == kCpu.end() ? std::nullopt : std::optional(makeCpu(*row));
}

std::vector<std::string> targetNames(TargetKind kind) {
  std::vector<std::string> names;
  if (kind == TargetKind::Cuda)
    for (const CudaRow &row : kCuda)
      names.push_back(row.name);
  else
    for (const CpuRow &row : kCpu)
      names.push_back(row.name);
  return names;
}

} // namespace stencilc::plan
