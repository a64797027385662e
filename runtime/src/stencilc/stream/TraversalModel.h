/// \file Cost model of a traversal. Its time is the longest of copying in, copying out and
/// computing if they overlap, and otherwise their sum. In a chain of devices the slowest device
/// counts, and copies from device to device overlap as well.
#pragma once

#include "stencilc/stream/TraversalChoice.h"
#include "stencilc/stream/TraversalRates.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalModel {
public:
  TraversalModel(const OutOfCoreDomain &domain, const TraversalRates &rates)
      : domain(domain), rates(rates) {}

  /// Returns the predicted seconds of a traversal. `copied` is the share of the planes that do not
  /// stay on the device.
  TraversalSeconds secondsOf(const TraversalShape &shape, const Strips &strips = {},
                             double copied = 1) const;

private:
  /// Adds to `seconds` the additional time of a chain of devices.
  void addChain(const TraversalShape &shape, int strips, double planes,
                TraversalSeconds &seconds) const;

  /// Returns the seconds of all launches of a traversal on one device. Only the chunks near the
  /// ends of the domain are computed one by one, because all others are alike.
  double kernelSeconds(const TraversalShape &shape) const;

  const OutOfCoreDomain &domain;
  const TraversalRates &rates;
};

} // namespace stencilc::inline STENCILC_SPACE
