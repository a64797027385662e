/// \file Cost model of the exchange of planes between slabs. Its constants were fitted to
/// measurements (docs/guide/several-gpus.md).
#pragma once

#include "runtime/engines/slabs/plan/SlabExchange.h"

namespace stencilc::inline STENCILC_SPACE {

/// Properties of the link between two devices, for the cost model of an exchange.
struct ExchangeLink {
  double latency = 20e-6;           // seconds from the end of a launch to the start of the next one
  double bytesPerSecond = 365e9;    // rate at which a device sends, to one neighbour or two
  double secondsOfAPlane = 1.35e-6; // shortest time of a plane in a sweep, however few tiles it has
  // Seconds for signals and leftover blocks if the exchange overlaps with a launch.
  double beside = 10e-6;
  double betweenEnds = 4e-6; // seconds added if the ends have launches of their own
  double unordered = 1.07;   // factor for a memory-bound launch because of its chunk order
};

/// Costs of a launch on one slab and of the planes sent after it.
struct SlabCosts {
  double launch = 0;     // seconds of a launch on all planes of the part
  double plane = 0;      // seconds of one plane if tiles fill the device
  double sideBytes = 0;  // bytes sent to one neighbour
  int sides = 0;         // neighbours of a part, at most
  int halo = 0, own = 1; // in planes: halo, and the part's own planes
  bool isSingle = false; // a launch computes one time step and is memory-bound
};

/// Predicts the seconds of all launches but the last, if there are `launches` launches between two
/// exchanges of planes. Each launch reads `reach` planes on each side. Earlier launches take
/// longer, because they also compute those planes of neighbours that later launches read.
double secondsBefore(const SlabCosts &costs, int launches, double reach);

/// Returns the seconds from one launch to the next if neighbours exchange planes after the launch,
/// without overlap.
double secondsAfter(const SlabCosts &costs, const ExchangeLink &link = {});
/// Returns the seconds from one launch to the next if separate launches compute the ends of a slab
/// first. The exchange of these planes then overlaps with the launch on the others.
double secondsEnds(const SlabCosts &costs, const ExchangeLink &link = {});
/// Returns the seconds from one launch to the next if each launch computes the ends of a slab
/// first. The exchange of the ends then overlaps with the rest of the launch.
double secondsOrdered(const SlabCosts &costs, const ExchangeLink &link = {});
/// Returns the kind of exchange with the shortest predicted time. `canOrder` must be true if
/// kernels can compute the ends of a slab before its other planes in one launch.
SlabExchange shortestExchange(const SlabCosts &costs, const ExchangeLink &link, bool canOrder);
double secondsOf(SlabExchange exchange, const SlabCosts &costs, const ExchangeLink &link = {});

} // namespace stencilc::inline STENCILC_SPACE
