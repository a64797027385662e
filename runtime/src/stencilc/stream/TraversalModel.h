/// \file What a traversal takes, by the model of the paper: the longest of copying in, copying out
/// and computing if they run beside each other, else their sum. In a chain of devices it is the
/// slowest of these that computes, and planes are handed from each to the next meanwhile.
#pragma once

#include "stencilc/stream/TraversalChoice.h"
#include "stencilc/stream/TraversalRates.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalModel {
public:
  TraversalModel(const OutOfCoreDomain &domain, const TraversalRates &rates)
      : domain(domain), rates(rates) {}

  /// `copied`: the share of the planes that does not stay on the device.
  TraversalSeconds secondsOf(const TraversalShape &shape, const Strips &strips = {},
                             double copied = 1) const;

private:
  /// What a chain takes more.
  void addChain(const TraversalShape &shape, int strips, double planes,
                TraversalSeconds &seconds) const;

  /// All launches of a traversal on one device. Between chunks that an end of the domain may cut,
  /// all are alike.
  double kernelSeconds(const TraversalShape &shape) const;

  const OutOfCoreDomain &domain;
  const TraversalRates &rates;
};

} // namespace stencilc::inline STENCILC_SPACE
