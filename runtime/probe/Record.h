/// \file Results of the probe (which measures a machine), before they are written as a machine file
/// (JSON).
///
/// Bandwidths are in 1e9 bytes per second, rates of fused multiply-adds in 1e9 per second, times of
/// launches and barriers in microseconds. 0 or an empty text means that a value was not measured.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::probe {

/// Limits of a GPU for one launch and for one multiprocessor.
struct Limits {
  int threadsPerBlock = 0, threadsPerMultiprocessor = 0, blocksPerMultiprocessor = 0;
  int registersPerMultiprocessor = 0, registersPerThread = 0;
  int sharedBytesPerBlock = 0, sharedBytesPerMultiprocessor = 0;
  std::int64_t grid[3] = {0, 0, 0};
};

/// Measured curve: a list of pairs (x, y) with ascending x.
using Curve = std::vector<std::pair<int, double>>;

/// Relative time of a kernel that loads and stores words, as a curve over the number of
/// multiply-adds that the kernel computes for each word. The time without multiply-adds is 1.
struct Overlap {
  Curve curve;
  int free = 0; // largest number of multiply-adds whose relative time is at most 1 + kFreeShare
};
inline constexpr double kFreeShare = 0.05;

/// Rates in GB/s of copies from device `from` to device `to`, and of copies in both directions at
/// once. The sending device enqueues a copy. For `bothWays`, the bytes of both directions count.
struct PairLink {
  int from = 0, to = 0;
  bool isDirect = false; // direct peer access; otherwise copies go through the host
  double oneWay = 0, bothWays = 0;
  double hop = 0; // microseconds of a small copy, including the other device's wait for it
};

/// Rates of copies between the host and one device (or all devices at once), in GB/s. For
/// `bothWays`, the bytes of both directions count.
struct HostRates {
  double toDevice = 0, toHost = 0, bothWays = 0;
};

/// Links between several devices, and between each of them and the host.
struct Links {
  std::vector<int> devices; // device numbers
  std::vector<PairLink> pairs;
  std::vector<HostRates> host; // for each device
  HostRates hostOfAll;
  /// Exchange of planes between neighbouring devices (see ExchangeModel.h): its latency in
  /// microseconds, and the rate in GB/s of all bytes that a device sends, to one neighbour or two
  /// together.
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
  Curve barriers; // microseconds of a barrier, by threads of the block
  double toDevice = 0, toHost = 0, bothWays = 0;
  std::optional<Links> links;         // links between this GPU and others
  std::string driver, cuda, compiler; // versions of software
};

struct Host {
  std::string name;
  int threads = 0;
  double copy = 0, triad = 0, copyOneThread = 0;
  std::uint64_t l2Bytes = 0; // L2 cache of one core
  double l2Copy = 0;         // all threads together
};

struct Record {
  std::string name, date;
  std::optional<Gpu> gpu;
  std::optional<Host> host;
};

} // namespace stencilc::inline STENCILC_SPACE::probe
