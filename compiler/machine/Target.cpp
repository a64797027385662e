/// \file Compilation targets (architectures with the rates of one machine), and the levels of
/// x86-64 CPUs.
#include "machine/Target.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace stencilc::machine {

namespace {

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

/// Numbers of a typical desktop CPU, used if no measured machine is given. `kThreads` is the number
/// of threads. `kL2CopyOfThread` is the bytes per second that one thread copies within its L2
/// cache.
constexpr int kThreads = 8;
constexpr double kL2CopyOfThread = 60e9;

Target makeCpu(const CpuRow &row) {
  Target target;
  target.kind = TargetKind::Cpu;
  target.name = row.name;
  target.copyBandwidth = 40e9; // two channels of DDR5-4800, half used
  target.clock = 3e9;
  target.vectorBytes = row.vectorBytes;
  target.cacheBytes = row.cacheKib * 1024;
  target.threads = kThreads;
  target.l2Bytes = 1 << 20; // Zen 2 to 5, Skylake servers; later Intel servers have 2 MiB
  target.l2Copy = kThreads * kL2CopyOfThread;
  return target;
}

/// Returns the number in the name of a GPU architecture, such as 90 for "sm_90". Returns 0 if
/// `arch` does not consist of "sm_" and a number.
int numberOf(llvm::StringRef arch) {
  int number = 0;
  return arch.consume_front("sm_") && !arch.getAsInteger(10, number) ? number : 0;
}

} // namespace

Capabilities capabilitiesOf(llvm::StringRef arch) {
  const int number = numberOf(arch);
  return {.asyncCopies = number >= 80,
          .tensorLoads = number >= 90,
          .doubleProducts = number >= 90,
          .clusters = number >= 90};
}

std::optional<Target> targetOf(const GpuMachine &gpu, llvm::StringRef arch) {
  if (!llvm::is_contained(targetNames(TargetKind::Cuda), arch))
    return std::nullopt;
  Target target;
  target.kind = TargetKind::Cuda;
  target.name = arch.str();
  target.has = capabilitiesOf(arch);
  target.machine = gpu.name;
  target.memoryBandwidth = gpu.memoryPeak;
  target.copyBandwidth = gpu.memoryCopy;
  target.memoryBytes = gpu.memoryBytes;
  target.l2Bandwidth = gpu.l2Read;
  target.deviceCacheBytes = gpu.l2Bytes;
  target.sharedBytesPerBlock = gpu.sharedBytesPerBlock;
  target.sharedBytesPerSm = gpu.sharedBytesPerSm;
  target.registersPerSm = gpu.registersPerSm;
  target.registersPerThread = gpu.registersPerThread;
  target.threadsPerBlock = gpu.threadsPerBlock;
  target.threadsPerSm = gpu.threadsPerSm;
  target.blocksPerSm = gpu.blocksPerSm;
  target.multiprocessors = gpu.multiprocessors;
  target.gridX = gpu.gridX;
  target.gridY = gpu.gridY;
  target.gridZ = gpu.gridZ;
  target.clock = gpu.clock;
  const double cycles = gpu.multiprocessors * gpu.clock;
  target.singlesPerCycle = gpu.fma32 / cycles;
  target.doublesPerCycle = gpu.fma64 / cycles;
  target.sharedBytesPerCycle = gpu.sharedRead / cycles;
  target.hiddenSingles = gpu.hidden32;
  target.hiddenDoubles = gpu.hidden64;
  target.links = gpu.links;
  target.energy = gpu.energy ? gpu.energy : findEnergy(gpu.name);
  const FittedShares *fitted = findShares(gpu.name);
  target.shares = (fitted ? *fitted : defaultShares()).shares;
  return target;
}

std::optional<Target> targetOf(const HostMachine &host, llvm::StringRef level) {
  std::optional<Target> target = findTarget(TargetKind::Cpu, level);
  if (target) {
    target->machine = host.name;
    target->copyBandwidth = host.memoryCopy;
    target->threads = host.threads;
    if (host.l2Bytes > 0)
      target->l2Bytes = host.l2Bytes;
    target->l2Copy = host.l2Copy > 0 ? host.l2Copy : kL2CopyOfThread * host.threads;
  }
  return target;
}

std::optional<Target> findTarget(TargetKind kind, llvm::StringRef name) {
  if (kind == TargetKind::Cuda) {
    for (const NamedMachine &known : publishedMachines())
      if (known.machine.gpu->arch == name)
        return targetOf(*known.machine.gpu, name);
    return std::nullopt;
  }
  const auto *row = llvm::find_if(kCpu, [&](const CpuRow &r) { return name == r.name; });
  return row == kCpu.end() ? std::nullopt : std::optional(makeCpu(*row));
}

std::vector<std::string> targetNames(TargetKind kind) {
  std::vector<std::string> names;
  if (kind == TargetKind::Cuda) {
    for (const NamedMachine &known : publishedMachines())
      if (!llvm::is_contained(names, known.machine.gpu->arch))
        names.push_back(known.machine.gpu->arch);
  } else {
    for (const CpuRow &row : kCpu)
      names.push_back(row.name);
  }
  return names;
}

std::string plannedArch(llvm::StringRef arch) {
  std::string best;
  for (const std::string &name : targetNames(TargetKind::Cuda))
    if (numberOf(name) <= numberOf(arch) && numberOf(name) > numberOf(best))
      best = name;
  return best;
}

} // namespace stencilc::machine
