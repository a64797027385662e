/// \file What a probe of a machine finds, before it is written as a machine file.
///
/// Bandwidths are in 1e9 bytes per second, rates of fused multiply-adds in 1e9 per second, costs in
/// microseconds. 0 or an empty text stands for what was not measured.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::probe {

/// What one multiprocessor and one launch allow.
struct Limits {
  int threadsPerBlock = 0, threadsPerMultiprocessor = 0, blocksPerMultiprocessor = 0;
  int registersPerMultiprocessor = 0, registersPerThread = 0;
  int sharedBytesPerBlock = 0, sharedBytesPerMultiprocessor = 0;
  std::int64_t grid[3] = {0, 0, 0};
};

/// (x, y) pairs in the order of x.
using Curve = std::vector<std::pair<int, double>>;

/// Multiply-adds beside a load and a store: time over that without any, by their number per word.
struct Overlap {
  Curve curve;
  int free = 0; // the most that took no more than kFreeShare longer
};
inline constexpr double kFreeShare = 0.05;

/// What passes between two devices, by the queues for copies of either; each way.
struct PairLink {
  int from = 0, to = 0;
  bool isDirect = false; // else through the host
  double oneWay = 0, bothWays = 0;
  double hop = 0; // microseconds of a small copy, with a wait of the other's queue for it
};

/// What passes between the host and a device, or all of them at a time: bytes of all, and with both
/// ways at once bytes of both.
struct HostRates {
  double toDevice = 0, toHost = 0, bothWays = 0;
};

/// Links of several devices.
struct Links {
  std::vector<int> devices; // their numbers
  std::vector<PairLink> pairs;
  std::vector<HostRates> host; // device by device
  HostRates hostOfAll;
  /// An exchange of slabs (ExchangeModel.h): microseconds that it takes beside its bytes, and the
  /// rate at which bytes leave a device, whether to one neighbour or two.
  double exchangeLatency = 0, exchangeRate = 0;
};

struct Gpu {
  std::string name, arch;
  int multiprocessors = 0, memoryBusBits = 0;
  double clockMHz = 0, busyClockMHz = 0, memoryClockMHz = 0;
  std::uint64_t memoryBytes = 0, l2Bytes = 0;
  Limits limits;
  double memoryPeak = 0, memoryCopy = 0, memoryCopyKernel = 0, memoryRead = 0, memoryWrite = 0;
  double l2Read = 0, l1Read = 0, sharedRead = 0, registers32 = 0, registers64 = 0;
  double fma32 = 0, fma64 = 0;
  Overlap hidden32, hidden64;
  double launch = 0, launchGraph = 0, launchAndWait = 0;
  Curve barriers; // cost of one by threads of the block
  double toDevice = 0, toHost = 0, bothWays = 0;
  std::optional<Links> links;         // of this GPU and others
  std::string driver, cuda, compiler; // versions
};

struct Host {
  std::string name;
  int threads = 0;
  double copy = 0, triad = 0, copyOneThread = 0;
  std::uint64_t l2Bytes = 0; // of a core
  double l2Copy = 0;         // by all threads
};

struct Record {
  std::string name, date;
  std::optional<Gpu> gpu;
  std::optional<Host> host;
};

} // namespace stencilc::inline STENCILC_SPACE::probe
