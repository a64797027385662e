/// \file Cost of a time step on a domain that several devices share. It consists of the kernels on
/// one slab (the planes of one device), and of exchanges between neighbours. The model of exchanges
/// is that of the runtime (slabs/ExchangeModel.h).
#pragma once

#include "plan/interface/Plan.h"
#include "runtime/engines/slabs/plan/ExchangeModel.h"

namespace stencilc::plan {

/// Returns the facts of a program whose grid is one slab (the planes of one device), if `devices`
/// devices share the domain. It is the largest slab.
analysis::Facts factsOfSlab(const analysis::Facts &facts, int devices);

/// Returns how many planes of each neighbour a slab (the planes of one device) needs for `launches`
/// launches of `steps` time steps each. It is at least the number that reports and rules (`until`
/// conditions) read.
int haloOf(const analysis::Facts &facts, const RangedPlan &ranged, int steps, int launches);

/// Returns the latency and bandwidth of links between devices: as measured on the target machine,
/// or else those of H200 GPUs.
ExchangeLink linkOf(const Target &target);

/// Cost of a domain that several devices share: the launches and exchange of the largest slab
/// (planes of one device), and the time of 1e9 cell updates of the domain.
struct DividedCost {
  SlabLaunches launches;
  double perUpdates = 0; // seconds per 1e9 cell updates of the domain, as Plan::cost
};

/// Computes the cost of `kernels`, the plan for one slab (the planes of one device), on
/// `slabs.devices` devices. Slabs too thin for the halo use single steps, or exchange after fewer
/// launches. The steps left after full groups of fused steps have separate exchanges.
DividedCost dividedCost(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs);

} // namespace stencilc::plan
