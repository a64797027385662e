/// \file Predicted cost of a time step on a domain that several devices share. It is the time of
/// the kernels on one slab (range of planes of one device), and of the exchange of halo planes
/// between neighbours. The runtime has the formulas for exchanges (slabs/ExchangeModel.h).
#pragma once

#include "plan/interface/Plan.h"
#include "runtime/engines/slabs/plan/ExchangeModel.h"

namespace stencilc::plan {

/// Returns a copy of `facts` (the analysed program) whose grid is the largest slab (range of planes
/// of one device) if `devices` devices share the domain.
analysis::Facts factsOfSlab(const analysis::Facts &facts, int devices);

/// Returns the number of halo planes that a slab needs from each neighbour for `launches` launches
/// of `steps` time steps each. `ranged` has the number of planes that one time step reads. The
/// result is at least the number of planes that reports and rules (`until` conditions) read.
int haloOf(const analysis::Facts &facts, const RangedPlan &ranged, int steps, int launches);

/// Returns latency and bandwidth of the links between devices. They are those of `target` if
/// measured, otherwise those of H200 GPUs.
ExchangeLink linkOf(const Target &target);

/// Predicted cost of a domain that several devices share. `launches` describes the work of the
/// device with the largest slab (range of planes).
struct DividedCost {
  SlabLaunches launches;
  double perUpdates = 0; // seconds per 1e9 cell updates of the domain, as Plan::cost
};

/// Predicts the cost of a time step if `slabs.devices` devices share the domain. `kernels` is the
/// plan for one slab (range of planes of one device). If slabs have fewer planes than the halo
/// needs, they use single time steps, or exchange after fewer launches than `slabs.every`.
/// Remainder steps (those after the last full group of fused steps) have separate exchanges.
DividedCost dividedCost(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs);

} // namespace stencilc::plan
