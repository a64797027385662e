/// \file The chip that a program is planned for: limits that plans are verified against, and rates
/// for the cost model.
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
/// Returns the value of the option --target for `kind`: "cuda" or "cpu".
constexpr const char *spelt(TargetKind kind) { return kind == TargetKind::Cuda ? "cuda" : "cpu"; }

/// Hardware features that some GPU architectures have. Schedules test these features and not the
/// names of architectures.
struct Capabilities {
  bool asyncCopies = false;    // asynchronous copies into shared memory (cp.async)
  bool tensorLoads = false;    // loads of whole tiles by one thread (TMA)
  bool doubleProducts = false; // matrix products of f64 by a warp (mma.m16n8k16)
  bool clusters = false;       // blocks that can access each other's shared memory
};

/// Returns the features of an architecture such as "sm_90". If `arch` does not have this form,
/// returns no features. Numbers are compared, so "sm_100" is newer than "sm_90".
Capabilities capabilitiesOf(llvm::StringRef arch);

/// A compilation target: an architecture, with the limits and rates of one machine.
struct Target {
  TargetKind kind = TargetKind::Cuda;
  std::string name;    // "sm_90", "x86-64-v3"
  std::string machine; // machine with these numbers: "NVIDIA H200"; empty: a typical processor
  double memoryBandwidth = 0; // bytes/s by data sheet; 0: unknown
  double copyBandwidth = 0;   // bytes/s that a copy reaches
  double memoryBytes = 0;     // available to programs; 0: unknown
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
  // multiply-adds per loaded word that take no extra time.
  std::optional<int> hiddenSingles, hiddenDoubles;
  std::optional<DeviceLinks> links; // between devices; nothing: unknown
  std::optional<GpuEnergy> energy;  // nothing: unknown
  Shares shares;                    // those fitted on a machine of that name, or the default ones
  // CPU only
  int vectorBytes = 0;
  int cacheBytes = 0; // a core's part of the last-level cache of a typical chip, for cache blocking
  int threads = 0;    // threads that share copyBandwidth
  double l2Bytes = 0; // cache private to a core, for time skewing
  double l2Copy = 0;  // bytes/s of a copy within it, of all threads
};

/// Returns the built-in target called `name`, or `nullopt` if there is none. Built-in are sm_80,
/// sm_86, sm_89 and sm_90, each with the numbers of its first published machine, and the CPU levels
/// x86-64-v2 to v4.
std::optional<Target> findTarget(TargetKind kind, llvm::StringRef name);
/// Returns a target with the limits and rates of `gpu`, or `nullopt` if `arch` is unknown. `arch`
/// is the architecture for which code is compiled, at most as new as the chip's own.
std::optional<Target> targetOf(const GpuMachine &gpu, llvm::StringRef arch);
/// Returns a target with the rates of `host` for an x86-64 level such as "x86-64-v3", or `nullopt`
/// if `level` is unknown.
std::optional<Target> targetOf(const HostMachine &host, llvm::StringRef level);

/// Returns the names of all built-in targets of one kind, for messages.
std::vector<std::string> targetNames(TargetKind kind);
/// Returns the newest architecture that the planner knows and whose code a chip of `arch` can run,
/// such as "sm_90" for "sm_103". Returns "" if there is none.
std::string plannedArch(llvm::StringRef arch);

} // namespace stencilc::machine
