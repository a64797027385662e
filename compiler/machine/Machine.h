/// \file A machine: what a chip allows and how fast its parts are, published or measured.
///
/// All rates are per second: bytes, or fused multiply-adds. What shares of them programs reach was
/// fitted to measurements (Shares.h).
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::machine {

/// An exchange of planes between neighbouring devices (stencilc/slabs/ExchangeModel.h).
struct DeviceLinks {
  double latency = 0;        // seconds beside the bytes
  double bytesPerSecond = 0; // that leave a device
};

/// What the work of a GPU takes of energy, and what it may take in a second.
struct GpuEnergy {
  double limit = 0; // watts at which the board lowers its clock
  double idle = 0;  // of these, what it takes at full clock whatever it does
  // Joules of what a lane does: an operation in f64, in f32, any other instruction.
  double f64 = 0, f32 = 0, instruction = 0;
  // Joules of a byte: through shared memory or L1, from L2 alone, from or to memory.
  double sharedByte = 0, l2Byte = 0, memoryByte = 0;
};

struct GpuMachine {
  std::string name; // "NVIDIA H200"
  std::string arch; // "sm_90", the chip's own
  int multiprocessors = 0;
  double clock = 0; // cycles per second
  int threadsPerBlock = 0, threadsPerSm = 0, blocksPerSm = 0;
  int registersPerThread = 0, registersPerSm = 0;
  int sharedBytesPerBlock = 0, sharedBytesPerSm = 0; // of a block: with opt-in
  std::int64_t gridX = 0, gridY = 0, gridZ = 0;      // blocks
  double memoryPeak = 0;                             // by data sheet or clock; 0: not known
  double memoryCopy = 0;                             // reads plus writes of a device copy
  double l2Read = 0;                                 // 0: not known
  double l2Bytes = 0;                                // 0: not known
  double memoryBytes = 0;                            // that programs can have; 0: not known
  double sharedRead = 0;
  double fma32 = 0, fma64 = 0;
  std::optional<int> hidden32, hidden64; // multiply-adds per loaded word that cost no time
  std::optional<DeviceLinks> links;      // to others of its kind in the machine; nothing: not known
  std::optional<GpuEnergy> energy;       // nothing: not known
};

struct HostMachine {
  std::string name; // of the processor
  int threads = 0;
  double memoryCopy = 0; // by all threads
  double l2Bytes = 0;    // of the cache that a core has to itself; 0: not known
  double l2Copy = 0;     // by all threads, each within half of that; 0: not known
};

struct Machine {
  std::string name;
  std::string date; // of the measurements; empty: published numbers
  std::optional<GpuMachine> gpu;
  std::optional<HostMachine> host;
};

/// A machine and the short name it is asked for by.
struct NamedMachine {
  std::string key; // "h200"
  Machine machine;
};

/// Chips by published numbers, one or more of each architecture the planner knows. The first of an
/// architecture stands for it.
const std::vector<NamedMachine> &publishedMachines();

/// Machine files that are part of the tool, by name (runtime/machines, embedded when building).
struct EmbeddedMachine {
  std::string_view name, text;
};
const std::vector<EmbeddedMachine> &embeddedMachines();

/// What the machine file of the tool for a GPU of that name says of its energy; nothing if there is
/// no such file, or it says nothing.
std::optional<GpuEnergy> findEnergy(llvm::StringRef gpu);

} // namespace stencilc::machine
