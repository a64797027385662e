/// \file Measures the rate of copies between host and device, and makes such copies for `stencilc
/// probe`, which measures a machine.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Measures the rate, in bytes per second, of copies from pinned host memory to the device.
/// `bytesPerSecond` is the rate while copies to the host run too, `alone` the rate without them. It
/// takes about 40 ms. Sets `isMeasured` to false, and changes no rate, if a measurement is
/// impossible.
Status measureLink(double &bytesPerSecond, double &alone, bool &isMeasured);

/// Makes copies between host and device for `stencilc probe`, which measures a machine. It holds
/// pinned host buffers, device buffers and streams for both directions.
class HostLink {
public:
  HostLink() = default;
  HostLink(const HostLink &) = delete;
  HostLink &operator=(const HostLink &) = delete;
  ~HostLink();

  Status prepare();
  /// Enqueues a copy of kBytes bytes to the device (`toDevice`), to the host (`toHost`), or both at
  /// once. Copies start after earlier work in the default stream, and later work there waits for
  /// them.
  Status copy(bool toDevice, bool toHost);

  static constexpr std::size_t kBytes = std::size_t{256} << 20;

private:
  void *pinned[2] = {nullptr, nullptr};
  void *buffers[2] = {nullptr, nullptr};
  Stream streams[2] = {nullptr, nullptr};
  Event begin = nullptr, ends[2] = {nullptr, nullptr};
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
