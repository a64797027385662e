/// \file What an exchange between slabs costs, by a model that was fitted on measured ones
/// (docs/guide/several-gpus.md).
#pragma once

#include "stencilc/slabs/SlabExchange.h"

namespace stencilc::inline STENCILC_SPACE {

/// How planes come from one device to the next.
struct ExchangeLink {
  double latency = 20e-6;           // seconds from the end of a launch to the start of the next
  double bytesPerSecond = 365e9;    // that leave a device, to one neighbour or to two
  double secondsOfAPlane = 1.35e-6; // the least time of a sweep for a plane, however few its tiles
  double beside = 10e-6;     // that signals and blocks left over cost where it runs beside a launch
  double betweenEnds = 4e-6; // that the ends cost which are a launch of their own
  double unordered = 1.07;   // of a launch that memory binds, for the order of its chunks
};

/// A launch of one part, and what its neighbours get of it.
struct SlabCosts {
  double launch = 0;     // seconds of a launch on all planes of the part
  double plane = 0;      // of one of them, where tiles fill the device
  double sideBytes = 0;  // to one neighbour
  int sides = 0;         // neighbours of the part that has most
  int halo = 0, own = 1; // planes
  bool isSingle = false; // a launch does one step, and memory binds it
};

/// Seconds of the launches before the last of `launches` between two exchanges. Each reads `reach`
/// planes to either side, on average, and computes beyond the part what those after it read there.
double secondsBefore(const SlabCosts &costs, int launches, double reach);

/// Seconds from one launch to the next.
double secondsAfter(const SlabCosts &costs, const ExchangeLink &link = {});
double secondsEnds(const SlabCosts &costs, const ExchangeLink &link = {});
double secondsOrdered(const SlabCosts &costs, const ExchangeLink &link = {});
/// The shortest of those that there are: `canOrder` if launches can do their ends first.
SlabExchange shortestExchange(const SlabCosts &costs, const ExchangeLink &link, bool canOrder);
double secondsOf(SlabExchange exchange, const SlabCosts &costs, const ExchangeLink &link = {});

} // namespace stencilc::inline STENCILC_SPACE
