/// \file Predicted cost of a time step on a domain that several devices share. It is the time of
/// the kernels on one slab (range of planes of one device), and of the exchange of halo planes
/// between neighbours. The runtime has the formulas for exchanges (slabs/ExchangeModel.h).
#pragma once

#include "plan/interface/Plan.h"
#include "runtime/engines/slabs/plan/ExchangeModel.h"

namespace stencilc::plan {

/// Returns a copy of `facts` in which the planned grid has as many planes as the largest slab
/// (range of planes of one device), if `devices` devices share the domain.
analysis::Facts factsOfSlab(const analysis::Facts &facts, int devices);

/// Returns the number of planes that a device needs from each neighbour before `launches` launches
/// of `steps` time steps each. `ranged` has the number of planes that one time step reads on each
/// side. The result is at least the number of planes that reports and rules (`until` conditions)
/// read.
int haloOf(const analysis::Facts &facts, const RangedPlan &ranged, int steps, int launches);

/// Returns latency and bandwidth of the links between devices, as measured on the machine of
/// `target`. Returns those of H200 GPUs if they were not measured.
ExchangeLink linkOf(const Target &target);

/// Predicted cost of a domain that several devices share. `launches` describes the work of the
/// device with the largest slab (range of planes), and its time.
struct DividedCost {
  SlabLaunches launches;
  double perUpdates = 0; // seconds per 1e9 cell updates of the whole domain
};

/// Predicts the cost of a time step if `slabs.devices` devices share the domain. `kernels` is the
/// plan of the kernels on one slab (range of planes of one device). If a slab has fewer planes than
/// the halo needs, devices use single time steps, or exchange planes more often than `slabs.every`
/// says. Remainder steps (those after the last full group of fused steps) have separate exchanges.
DividedCost dividedCost(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs);

} // namespace stencilc::plan
