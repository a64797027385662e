/// \file What an exchange between slabs costs, by a model that was fitted on measured ones
/// (docs/several-gpus.md).
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// How planes come from one device to the next.
struct ExchangeLink {
  double latency = 20e-6;           // seconds from the end of a launch to the start of the next
  double bytesPerSecond = 365e9;    // that leave a device, to one neighbour or to two
  double secondsOfAPlane = 1.35e-6; // the least time of a sweep for a plane, however few its tiles
};

/// A launch of one part, and what its neighbours get of it.
struct SlabCosts {
  double launch = 0;     // seconds of a launch on all planes of the part
  double plane = 0;      // of one of them, where tiles fill the device
  double sideBytes = 0;  // to one neighbour
  int sides = 0;         // neighbours of the part that has most
  int halo = 0, own = 1; // planes
};

/// Seconds from one launch to the next.
double secondsAfter(const SlabCosts &costs, const ExchangeLink &link = {});
double secondsEnds(const SlabCosts &costs, const ExchangeLink &link = {});

} // namespace stencilc::inline STENCILC_SPACE
