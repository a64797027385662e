/// \file What the chip allows: the limits a plan is verified against.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

enum class TargetKind : std::uint8_t { Cuda, Cpu };

struct Target {
  TargetKind kind = TargetKind::Cuda;
  std::string name; // "sm_90", "x86-64-v3"
  // CUDA only
  int sharedBytesPerBlock = 0; // with opt-in
  int sharedBytesPerSm = 0;
  int registersPerSm = 0;
  int registersPerThread = 0;
  int threadsPerBlock = 0;
  int threadsPerSm = 0;
  int blocksPerSm = 0;
  int multiprocessors = 0;                      // typical part, for cost
  std::int64_t gridX = 0, gridY = 0, gridZ = 0; // blocks
  double memoryBandwidth = 0;                   // bytes/s, typical part, for cost
  double clock = 0;                             // cycles/s, typical part, for cost
  int doublesPerCycle = 0;                      // f64 additions or multiplications per SM and cycle
  // CPU only
  int vectorBytes = 0;
  int cacheBytes = 0; // of the last level, a core's share on a typical part: for cache blocks
};

/// The built-in table: sm_80, sm_86, sm_89, sm_90 and the CPU levels x86-64-v2 .. v4.
std::optional<Target> findTarget(TargetKind kind, llvm::StringRef name);
/// All names of that kind, for messages.
std::vector<std::string> targetNames(TargetKind kind);

} // namespace stencilc::plan
