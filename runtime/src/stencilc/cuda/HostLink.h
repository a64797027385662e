/// \file What passes between host and device: a quick measurement, and copies for the probe.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Bytes a second that the device gets from pinned host memory while it gives as many, and `alone`
/// while it gives none. Takes about 40 ms. Where nothing was measured, both stay.
Status measureLink(double &bytesPerSecond, double &alone, bool &isMeasured);

/// Two pinned buffers of the host, two of the device, and a stream for each direction.
class HostLink {
public:
  HostLink() = default;
  HostLink(const HostLink &) = delete;
  HostLink &operator=(const HostLink &) = delete;
  ~HostLink();

  Status prepare();
  /// Enqueues copies to the device, to the host or both, of kBytes each, between what is in the
  /// default stream before and after.
  Status copy(bool toDevice, bool toHost);

  static constexpr std::size_t kBytes = std::size_t{256} << 20;

private:
  void *pinned[2] = {nullptr, nullptr};
  void *buffers[2] = {nullptr, nullptr};
  Stream streams[2] = {nullptr, nullptr};
  Event begin = nullptr, ends[2] = {nullptr, nullptr};
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
