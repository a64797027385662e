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

/// Measured speed of an exchange of boundary planes between neighbouring GPUs of one machine. The
/// formulas of the cost are in runtime/engines/slabs/plan/ExchangeModel.h.
struct DeviceLinks {
  double latency = 0;        // seconds per exchange, in addition to the time of the bytes
  double bytesPerSecond = 0; // bytes per second that one device sends
};

/// Energy in joules of a GPU's instructions and memory accesses, and power in watts of its board.
/// The cost model predicts the energy of a kernel from them.
struct GpuEnergy {
  double limit = 0; // power of the board in watts above which it lowers its clock
  double idle = 0;  // power of the board in watts at full clock without work
  // Joules of one operation of a lane (thread): f64 arithmetic, f32 arithmetic, any other
  // instruction.
  double f64 = 0, f32 = 0, instruction = 0;
  // Joules of one byte: through shared memory or L1, read from L2, read from or written to device
  // memory.
  double sharedByte = 0, l2Byte = 0, memoryByte = 0;
};

/// Limits and peak rates of one GPU. Rates are in bytes or fused multiply-adds (FMA) per second, of
/// all multiprocessors together.
struct GpuMachine {
  std::string name; // "NVIDIA H200"
  std::string arch; // compute capability of the chip: "sm_90"
  int multiprocessors = 0;
  double clock = 0; // cycles per second
  int threadsPerBlock = 0, threadsPerSm = 0, blocksPerSm = 0;
  int registersPerThread = 0, registersPerSm = 0;
  int sharedBytesPerBlock = 0, sharedBytesPerSm = 0; // per block: with opt-in (above 48 KiB)
  std::int64_t gridX = 0, gridY = 0, gridZ = 0;      // blocks
  double memoryPeak = 0;  // bandwidth by data sheet or memory clock; 0: unknown
  double memoryCopy = 0;  // bytes read plus bytes written by a copy in device memory
  double l2Read = 0;      // bytes read from L2; 0: unknown
  double l2Bytes = 0;     // capacity of L2; 0: unknown
  double memoryBytes = 0; // device memory available to programs; 0: unknown
  double sharedRead = 0;
  double fma32 = 0, fma64 = 0;
  std::optional<int> hidden32, hidden64; // FMAs per loaded word that take no extra time
  /// Speed of transfers to other GPUs of the same kind in the machine, or nullopt if unknown.
  std::optional<DeviceLinks> links;
  std::optional<GpuEnergy> energy; // nullopt: unknown
};

/// Number of threads and copy bandwidths of a host processor (CPU). Bandwidths are in bytes read
/// plus bytes written per second.
struct HostMachine {
  std::string name; // name of the processor
  int threads = 0;
  double memoryCopy = 0; // copy in main memory, all threads together
  double l2Bytes = 0;    // capacity of the L2 cache of a core; 0: unknown
  double l2Copy = 0;     // copy within half of that cache, all threads together; 0: unknown
};

struct Machine {
  std::string name;
  std::string date; // date of the measurements; empty: published numbers
  std::optional<GpuMachine> gpu;
  std::optional<HostMachine> host;
};

/// Machine, and the name by which users select it on the command line.
struct NamedMachine {
  std::string key; // name on the command line: "h200"
  Machine machine;
};

/// Returns the built-in list of GPUs whose numbers the vendor has published. Each has a name for
/// the command line, such as "h200". The list has at least one GPU of each architecture that the
/// planner supports. The first one of an architecture is the default for this architecture.
const std::vector<NamedMachine> &publishedMachines();

/// Machine file (JSON description of a machine) that is embedded in the stencilc executable. `name`
/// is the name of the file in runtime/machines, and `text` its contents.
struct EmbeddedMachine {
  std::string_view name, text;
};
const std::vector<EmbeddedMachine> &embeddedMachines();

/// Returns the energy per operation of the GPU with the full name `gpu`, such as "NVIDIA H200".
/// Searches the machine files (JSON descriptions of machines) that are built into stencilc. Returns
/// `nullopt` if none of them has energies of this GPU.
std::optional<GpuEnergy> findEnergy(llvm::StringRef gpu);

} // namespace stencilc::machine
