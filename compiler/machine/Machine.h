/// \file Description of a machine: limits of its GPU, and rates of its memory, caches and
/// arithmetic units. The numbers are published by the vendor or measured.
///
/// Rates are in bytes or fused multiply-adds per second. Shares.h has the fractions of these rates
/// that kernels reach.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::machine {

/// Speed of a transfer of planes between neighbouring GPUs of one machine. The formulas are in
/// runtime/engines/slabs/plan/ExchangeModel.h.
struct DeviceLinks {
  double latency = 0;        // seconds per exchange, in addition to the time of the bytes
  double bytesPerSecond = 0; // bytes per second that one device sends
};

/// Energy of a GPU's operations and memory accesses in joules, and the power limit of its board in
/// watts.
struct GpuEnergy {
  double limit = 0; // watts at which the board lowers its clock
  double idle = 0;  // watts at full clock without work, included in `limit`
  // Joules of one operation of a lane (thread): f64 arithmetic, f32 arithmetic, any other
  // instruction.
  double f64 = 0, f32 = 0, instruction = 0;
  // Joules of one byte: through shared memory or L1, read from L2, read from or written to device
  // memory.
  double sharedByte = 0, l2Byte = 0, memoryByte = 0;
};

/// Limits and rates of one GPU. Rates are in bytes or fused multiply-adds per second.
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

/// Rates of a host's processor (CPU), in bytes per second.
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

/// A machine and the key by which users select it on the command line.
struct NamedMachine {
  std::string key; // "h200"
  Machine machine;
};

/// Returns the GPUs whose numbers the vendor has published, each with a key such as "h200". For
/// each GPU architecture that the planner supports, the list has at least one GPU. The first GPU of
/// an architecture in the list is the default for this architecture.
const std::vector<NamedMachine> &publishedMachines();

/// Text of a machine file that is embedded in the stencilc executable, and the name of the file.
/// The files are in runtime/machines.
struct EmbeddedMachine {
  std::string_view name, text;
};
const std::vector<EmbeddedMachine> &embeddedMachines();

/// Returns the energy of the operations of the GPU with the full name `gpu`, such as "NVIDIA H200".
/// Searches the machine files that are compiled into stencilc. Returns `nullopt` if no file
/// contains it.
std::optional<GpuEnergy> findEnergy(llvm::StringRef gpu);

} // namespace stencilc::machine
