/// \file Cost model of a traversal (pass of all planes through the device). Its time is the longest
/// of copying in, copying out and computing if these three overlap, otherwise their sum. If planes
/// pass through several devices, the slowest device counts. Copies from device to device overlap as
/// well.
#pragma once

#include "runtime/engines/stream/plan/TraversalChoice.h"
#include "runtime/engines/stream/plan/TraversalRates.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalModel {
public:
  TraversalModel(const OutOfCoreDomain &domain, const TraversalRates &rates)
      : domain(domain), rates(rates) {}

  /// Returns the predicted seconds of a traversal (pass of all planes). `copied` is the fraction of
  /// the planes that are copied, because the others stay on the device.
  TraversalSeconds secondsOf(const TraversalShape &shape, const Strips &strips = {},
                             double copied = 1) const;

private:
  /// Adds to `seconds` the times that only a chain (devices that planes pass through in sequence)
  /// needs: copies between the devices, and waits for the first planes. `planes` is the number of
  /// planes that each device copies to the next one.
  void addChain(const TraversalShape &shape, int strips, double planes,
                TraversalSeconds &seconds) const;

  /// Returns the seconds of all launches of a traversal (pass of all planes) on one device. Only
  /// chunks (planes of one launch) near the ends of the domain are predicted one by one, because
  /// all others are alike.
  double kernelSeconds(const TraversalShape &shape) const;

  const OutOfCoreDomain &domain;
  const TraversalRates &rates;
};

} // namespace stencilc::inline STENCILC_SPACE
