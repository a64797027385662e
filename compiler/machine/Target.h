/// \file What the planner knows of the chip it plans for: limits that a plan is verified against,
/// rates for the estimate.
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
/// As --target spells it.
constexpr const char *spelt(TargetKind kind) { return kind == TargetKind::Cuda ? "cuda" : "cpu"; }

/// What an architecture can do that an older one, or another maker's, cannot. Schedules ask for
/// these; nothing compares names of architectures.
struct Capabilities {
  bool asyncCopies = false;    // into shared memory beside the threads (cp.async)
  bool tensorLoads = false;    // of whole tiles by one thread (TMA)
  bool doubleProducts = false; // of matrices by a warp (mma.m16n8k16 of f64)
  bool clusters = false;       // of blocks that see each other's shared memory
};

/// What "sm_90" and such can do, nothing of what is not so written: by number, so that "sm_100" is
/// not older.
Capabilities capabilitiesOf(llvm::StringRef arch);

struct Target {
  TargetKind kind = TargetKind::Cuda;
  std::string name;           // "sm_90", "x86-64-v3"
  std::string machine;        // "NVIDIA H200": whose numbers these are; empty: a typical processor
  double memoryBandwidth = 0; // bytes/s by data sheet; 0: not known
  double copyBandwidth = 0;   // bytes/s that a copy reaches
  double memoryBytes = 0;     // that programs can have; 0: not known
  // CUDA only
  Capabilities has;
  int warpWidth = 32;          // threads that go together, and among which shuffles go
  int sharedBytesPerBlock = 0; // with opt-in
  int sharedBytesPerSm = 0;
  int registersPerSm = 0;
  int registersPerThread = 0;
  int threadsPerBlock = 0;
  int threadsPerSm = 0;
  int blocksPerSm = 0;
  int multiprocessors = 0;
  std::int64_t gridX = 0, gridY = 0, gridZ = 0;    // blocks
  double clock = 0;                                // cycles/s
  double singlesPerCycle = 0;                      // f32 multiply-adds per SM and cycle
  double doublesPerCycle = 0;                      // the same for f64
  double sharedBytesPerCycle = 0;                  // read per SM
  double l2Bandwidth = 0;                          // bytes/s read; 0: not known
  double deviceCacheBytes = 0;                     // of L2, which all share; 0: not known
  std::optional<int> hiddenSingles, hiddenDoubles; // multiply-adds per loaded word without cost
  std::optional<DeviceLinks> links;                // between devices; nothing: not known
  std::optional<GpuEnergy> energy;                 // nothing: not known
  Shares shares; // those fitted on a machine of that name, or the default ones
  // CPU only
  int vectorBytes = 0;
  int cacheBytes = 0; // of the last level, a core's share on a typical part: for cache blocks
  int threads = 0;    // that share copyBandwidth
  double l2Bytes = 0; // of the cache that a core has to itself: for several steps at once
  double l2Copy = 0;  // bytes/s of a copy within it, all threads together
};

/// The built-in ones: sm_80, sm_86, sm_89, sm_90 with the numbers of the first published machine of
/// each, and the CPU levels x86-64-v2 .. v4.
std::optional<Target> findTarget(TargetKind kind, llvm::StringRef name);
/// A target with the numbers of `gpu`; `arch` is what is compiled for, not newer than its own.
std::optional<Target> targetOf(const GpuMachine &gpu, llvm::StringRef arch);
/// A target with the numbers of `host`.
std::optional<Target> targetOf(const HostMachine &host, llvm::StringRef level);

/// All names of that kind, for messages.
std::vector<std::string> targetNames(TargetKind kind);
/// The newest architecture the planner knows that a chip of `arch` runs: "sm_90" for "sm_103";
/// empty if it is older than all of them, or no architecture.
std::string plannedArch(llvm::StringRef arch);

} // namespace stencilc::machine
