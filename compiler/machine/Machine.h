/// \file A machine: limits of a chip, and the rates of its memory, caches and arithmetic units,
/// published or measured.
///
/// All rates are per second: bytes, or fused multiply-adds. Shares.h has fitted fractions: how much
/// of each rate programs reach.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::machine {

/// Speed with which neighbouring devices of one machine exchange planes
/// (runtime/engines/slabs/plan/ExchangeModel.h).
struct DeviceLinks {
  double latency = 0;        // seconds in addition to the time of the bytes
  double bytesPerSecond = 0; // bytes that leave a device
};

/// Energy of a GPU's operations and memory accesses, and the power limit of its board.
struct GpuEnergy {
  double limit = 0; // watts at which the board lowers its clock
  double idle = 0;  // watts at full clock without work, included in `limit`
  // Joules of one operation of a lane: in f64, in f32, any other instruction.
  double f64 = 0, f32 = 0, instruction = 0;
  // Joules of a byte: through shared memory or L1, from L2 only, from or to memory.
  double sharedByte = 0, l2Byte = 0, memoryByte = 0;
};

/// Limits and rates of a GPU.
struct GpuMachine {
  std::string name; // "NVIDIA H200"
  std::string arch; // "sm_90", the chip's own architecture
  int multiprocessors = 0;
  double clock = 0; // cycles per second
  int threadsPerBlock = 0, threadsPerSm = 0, blocksPerSm = 0;
  int registersPerThread = 0, registersPerSm = 0;
  int sharedBytesPerBlock = 0, sharedBytesPerSm = 0; // per block: with opt-in
  std::int64_t gridX = 0, gridY = 0, gridZ = 0;      // blocks
  double memoryPeak = 0;                             // by data sheet or clock; 0: unknown
  double memoryCopy = 0;                             // reads plus writes of a device copy
  double l2Read = 0;                                 // 0: unknown
  double l2Bytes = 0;                                // 0: unknown
  double memoryBytes = 0;                            // available to programs; 0: unknown
  double sharedRead = 0;
  double fma32 = 0, fma64 = 0;
  std::optional<int> hidden32, hidden64; // multiply-adds per loaded word that take no extra time
  std::optional<DeviceLinks> links; // to other devices of its kind in the machine; nothing: unknown
  std::optional<GpuEnergy> energy;  // nothing: unknown
};

/// Rates of the processor (CPU) of a host.
struct HostMachine {
  std::string name; // name of the processor
  int threads = 0;
  double memoryCopy = 0; // of all threads
  double l2Bytes = 0;    // of the cache private to a core; 0: unknown
  double l2Copy = 0;     // of all threads, each within half of that cache; 0: unknown
};

struct Machine {
  std::string name;
  std::string date; // date of the measurements; empty: published numbers
  std::optional<GpuMachine> gpu;
  std::optional<HostMachine> host;
};

/// A machine, with the short name by which users select it.
struct NamedMachine {
  std::string key; // "h200"
  Machine machine;
};

/// Returns chips whose numbers are published by the vendor, each with a short name such as "h200".
/// Each GPU architecture that the planner knows has at least one chip. The first chip of an
/// architecture is its default.
const std::vector<NamedMachine> &publishedMachines();

/// A machine file that is compiled into stencilc (from runtime/machines), with its name.
struct EmbeddedMachine {
  std::string_view name, text;
};
const std::vector<EmbeddedMachine> &embeddedMachines();

/// Returns the energy of operations of the GPU called `gpu`, from the machine files compiled into
/// stencilc. Returns `nullopt` if no file has it.
std::optional<GpuEnergy> findEnergy(llvm::StringRef gpu);

} // namespace stencilc::machine
