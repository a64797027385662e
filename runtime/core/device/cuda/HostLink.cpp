/// \file Measures copies between pinned host memory and the device, in one direction and in both at
/// once.
#include "runtime/core/device/cuda/HostLink.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/device/cuda/Memory.h"
#include "runtime/core/device/cuda/PinnedMemory.h"
#include "runtime/core/device/cuda/Streams.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

const char *const kWhat = "copying between host and device";

/// Buffers, streams and clocks with which measureLink() measures copies between host and device.
struct Passes {
  static constexpr std::uint64_t kBytes = std::uint64_t{64} << 20;
  static constexpr int kTimes = 16; // about 20 ms

  unsigned char *host = nullptr;
  void *memory = nullptr;
  Stream streams[2] = {nullptr, nullptr};
  Stopwatch watches[2];

  Status prepare() {
    Status status = allocateHost(2 * kBytes, host);
    if (status)
      status = allocate(2 * kBytes, memory);
    for (Stream &stream : streams)
      if (status)
        status = createStream(stream);
    return status;
  }
  ~Passes() {
    for (Stream stream : streams)
      destroyStream(stream);
    release(memory);
    releaseHost(host, 2 * kBytes);
  }

  /// Sets `longest` to the seconds that kTimes copies to the device take. With `isBoth`, as many
  /// copies to the host run at the same time, and `longest` is the time of the slower direction. In
  /// each direction two copies are made before the clock starts.
  Status time(bool isBoth, double &longest) {
    auto *const inside = static_cast<unsigned char *>(memory);
    const int ways = isBoth ? 2 : 1;
    const Box box = {kBytes};
    Status status;
    for (int i = -2; status && i < kTimes; ++i) {
      for (int way = 0; status && i == 0 && way < ways; ++way)
        status = watches[way].start(streams[way]);
      if (status)
        status = copy({inside, kBytes, kBytes}, {host, kBytes, kBytes}, box, streams[0]);
      if (status && isBoth)
        status = copy({host + kBytes, kBytes, kBytes}, {inside + kBytes, kBytes, kBytes}, box,
                      streams[1]);
    }
    for (int way = 0; status && way < ways; ++way)
      status = watches[way].stop(streams[way]);
    longest = 0;
    for (int way = 0; status && way < ways; ++way) {
      double seconds = 0;
      status = watches[way].seconds(seconds);
      longest = seconds > longest ? seconds : longest;
    }
    return status;
  }
};

} // namespace

Status measureLink(double &bytesPerSecond, double &alone, bool &isMeasured) {
  Passes passes;
  double both = 0, one = 0; // seconds
  Status status = passes.prepare();
  if (status)
    status = passes.time(true, both);
  if (status)
    status = passes.time(false, one);
  isMeasured = status.ok() && both > 0 && one > 0;
  if (isMeasured) {
    bytesPerSecond = double(Passes::kBytes) * Passes::kTimes / both;
    alone = double(Passes::kBytes) * Passes::kTimes / one;
  }
  return status;
}

HostLink::~HostLink() {
  for (int way = 0; way < 2; ++way) {
    if (pinned[way])
      giveBack(&Driver::hostFree, pinned[way]);
    release(buffers[way]);
    destroyStream(streams[way]);
    if (ends[way])
      giveBack(&Driver::eventDestroy, ends[way]);
  }
  if (begin)
    giveBack(&Driver::eventDestroy, begin);
}

Status HostLink::prepare() {
  Status status = call(kWhat, &Driver::eventCreate, &begin, kNoTiming);
  for (int way = 0; status && way < 2; ++way) {
    status = call(kWhat, &Driver::hostAlloc, &pinned[way], kBytes, 0);
    if (status)
      status = allocate(kBytes, buffers[way]);
    if (status)
      status = fill(buffers[way], 0, kBytes, nullptr);
    if (status)
      status = createStream(streams[way]);
    if (status)
      status = call(kWhat, &Driver::eventCreate, &ends[way], kNoTiming);
    if (status)
      std::memset(pinned[way], 0, kBytes);
  }
  return status;
}

Status HostLink::copy(bool toDevice, bool toHost) {
  const bool wanted[2] = {toDevice, toHost};
  Status status = call(kWhat, &Driver::eventRecord, begin, nullptr);
  for (int way = 0; status && way < 2; ++way) {
    if (!wanted[way])
      continue;
    const void *const from = way == 0 ? pinned[way] : buffers[way];
    const void *const to = way == 0 ? buffers[way] : pinned[way];
    status = call(kWhat, &Driver::streamWaitEvent, streams[way], begin, 0);
    if (status)
      status = call(kWhat, &Driver::memcpyAsync, address(to), address(from), kBytes, streams[way]);
    if (status)
      status = call(kWhat, &Driver::eventRecord, ends[way], streams[way]);
  }
  for (int way = 0; status && way < 2; ++way)
    if (wanted[way])
      status = call(kWhat, &Driver::streamWaitEvent, nullptr, ends[way], 0);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
