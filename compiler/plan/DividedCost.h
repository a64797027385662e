/// \file Cost of a time step on a domain that several devices share. It is the time of kernels on
/// one slab (the planes of one device), plus exchanges between neighbours as the runtime models
/// them (slabs/ExchangeModel.h).
#pragma once

#include "plan/Plan.h"
#include "stencilc/slabs/ExchangeModel.h"

namespace stencilc::plan {

/// Returns the facts of the program on one slab (the planes of one device). It is the largest slab
/// if `devices` devices share the domain.
analysis::Facts factsOfSlab(const analysis::Facts &facts, int devices);

/// Returns how many planes of each neighbour a slab (the planes of one device) needs for `launches`
/// launches of `steps` time steps each. There are at least as many as reports and rules read. If
/// devices exchange planes within a time step, `ranged.reach` is that of its widest part.
int haloOf(const analysis::Facts &facts, const RangedPlan &ranged, int steps, int launches);

/// Returns the latency and bandwidth of links between devices: as measured on the target machine,
/// or else those of H200 GPUs.
ExchangeLink linkOf(const Target &target);

/// Cost of a domain that several devices share: the work of the largest slab between two exchanges,
/// and the time for all cells.
struct DividedCost {
  SlabLaunches launches;
  double perUpdates = 0; // seconds per 1e9 cell updates of the domain, as Plan::cost
};

/// Computes the cost on `slabs.devices` devices of `kernels`, the plan for one slab (the planes of
/// one device). As in a run, slabs too thin for the halo use single steps or exchange after fewer
/// launches. Remainder steps, before a report or the end of the run, have exchanges of their own.
DividedCost dividedCost(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs);

} // namespace stencilc::plan
