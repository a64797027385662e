/// \file The compilation target of a program: hardware limits against which plans are verified, and
/// rates for the cost model.
#pragma once

#include "machine/Machine.h"
#include "machine/Shares.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::machine {

enum class TargetKind : std::uint8_t { Cuda, Cpu };
/// Returns `kind` as a value of the command-line option --target: "cuda" or "cpu".
constexpr const char *spelt(TargetKind kind) { return kind == TargetKind::Cuda ? "cuda" : "cpu"; }

/// Hardware features that only some GPU architectures have. Schedules test these members instead of
/// comparing names of architectures.
struct Capabilities {
  bool asyncCopies = false;    // asynchronous copies to shared memory (cp.async)
  bool tensorLoads = false;    // copies of tiles to shared memory, started by one thread (TMA)
  bool doubleProducts = false; // f64 matrix products computed by a warp (mma.m16n8k16)
  bool clusters = false;       // clusters of blocks that can access each other's shared memory
};

/// Returns the features of the GPU architecture `arch`, such as "sm_90". A newer architecture
/// (larger number) has at least the features of an older one. Returns no features if `arch` does
/// not consist of "sm_" and a number.
Capabilities capabilitiesOf(llvm::StringRef arch);

/// Target for which code is compiled: an architecture, with the limits and rates of one machine
/// that has this architecture.
struct Target {
  TargetKind kind = TargetKind::Cuda;
  std::string name;    // architecture: "sm_90", "x86-64-v3"
  std::string machine; // machine with these numbers: "NVIDIA H200"; empty: typical desktop CPU
  double memoryBandwidth = 0; // bytes/s of memory by data sheet; 0: unknown
  double copyBandwidth = 0;   // bytes/s (read plus written) of a copy in memory
  double memoryBytes = 0;     // memory available to programs; 0: unknown
  // CUDA only
  Capabilities has;
  int warpWidth = 32;          // threads of a warp
  int sharedBytesPerBlock = 0; // with opt-in
  int sharedBytesPerSm = 0;
  int registersPerSm = 0;
  int registersPerThread = 0;
  int threadsPerBlock = 0;
  int threadsPerSm = 0;
  int blocksPerSm = 0;
  int multiprocessors = 0;
  std::int64_t gridX = 0, gridY = 0, gridZ = 0; // blocks
  double clock = 0;                             // cycles/s
  double singlesPerCycle = 0;                   // f32 multiply-adds per multiprocessor and cycle
  double doublesPerCycle = 0;                   // f64 multiply-adds per multiprocessor and cycle
  double sharedBytesPerCycle = 0;               // bytes read per multiprocessor and cycle
  double l2Bandwidth = 0;                       // bytes/s read; 0: unknown
  double deviceCacheBytes = 0;                  // bytes of L2; 0: unknown
  // FMAs per loaded word that take no extra time, in f32 and in f64.
  std::optional<int> hiddenSingles, hiddenDoubles;
  std::optional<DeviceLinks> links; // between GPUs of the machine; nullopt: unknown
  std::optional<GpuEnergy> energy;  // nullopt: unknown
  Shares shares; // fitted numbers of the cost model; those of the H200 if the machine has none
  // CPU only
  int vectorBytes = 0; // bytes of a vector register
  /// Size in bytes of the last-level cache of a typical CPU, divided by its cores. Used to choose
  /// blocks of rows.
  int cacheBytes = 0;
  int threads = 0;    // threads that share copyBandwidth
  double l2Bytes = 0; // bytes of the cache private to a core, for time skewing
  double l2Copy = 0;  // bytes/s of a copy within that cache, all threads together
};

/// Returns the built-in target of `kind` (GPU or CPU) with architecture `name`, or `nullopt` if
/// there is none. GPU targets are sm_80, sm_86, sm_89 and sm_90. Each has the numbers of the first
/// GPU of its architecture in publishedMachines(). CPU targets are x86-64-v2, v3 and v4, with
/// numbers of a typical desktop.
std::optional<Target> findTarget(TargetKind kind, llvm::StringRef name);
/// Returns a target with the limits and rates of `gpu`, for which code of the architecture `arch`
/// is compiled. Precondition: `arch` is not newer than `gpu.arch`. Returns `nullopt` if the planner
/// does not support `arch`.
std::optional<Target> targetOf(const GpuMachine &gpu, llvm::StringRef arch);
/// Returns a CPU target with the measured rates of `host`. `level` is the x86-64 instruction set
/// for which code is compiled, such as "x86-64-v3". Returns `nullopt` if the level is unknown.
std::optional<Target> targetOf(const HostMachine &host, llvm::StringRef level);

/// Returns the architectures of all built-in targets of `kind`, such as "sm_90". They are used in
/// messages for the user.
std::vector<std::string> targetNames(TargetKind kind);
/// Returns the newest GPU architecture that the planner supports and that is not newer than `arch`.
/// Code for it also runs on a GPU of architecture `arch`. For example, the result for "sm_103" is
/// "sm_90". Returns "" if all supported architectures are newer.
std::string plannedArch(llvm::StringRef arch);

} // namespace stencilc::machine
