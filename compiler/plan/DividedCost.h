/// \file What a time step costs of a domain that several devices share: kernels on the planes of a
/// slab, and exchanges between neighbours by the model of the runtime (slabs/ExchangeModel.h).
#pragma once

#include "plan/Plan.h"
#include "stencilc/slabs/ExchangeModel.h"

namespace stencilc::plan {

/// The program on as many planes as the largest of so many slabs has.
analysis::Facts factsOfSlab(const analysis::Facts &facts, int devices);

/// Planes that `launches` launches of `steps` time steps each read to either side of a slab; no
/// fewer than reports and rules do. A step on whose way devices meet has exchanges between them.
int haloOf(const analysis::Facts &facts, const RangedPlan &ranged, int steps, int launches);

/// The links of the model: those measured on the machine that is planned for, or those of H200
/// GPUs.
ExchangeLink linkOf(const Target &target);

/// What slabs do between two exchanges, and what all devices together take.
struct DividedCost {
  SlabLaunches launches;
  double perUpdates = 0; // seconds per 1e9 cell updates, as Plan::cost
};

/// The cost on `slabs.devices` devices of `kernels`, which are planned for a slab (factsOfSlab). As
/// in a run, slabs too thin for the halos of several launches, or of fused ones, do with fewer; and
/// steps that are left over where reports cut a run, or at its end, have exchanges of their own.
DividedCost dividedCost(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs);

} // namespace stencilc::plan
