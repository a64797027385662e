/// \file Checks which programs schedule persistent supports, apart from the size of shared memory.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Checks whether a persistent kernel can compute several time steps of the program. Otherwise
/// returns a reason. Does not check whether the fields fit into shared memory.
plan::Fit fitPersistent(const analysis::Facts &facts);

/// Returns an empty text if blocks may divide `axis` among them. Otherwise returns the reason.
std::string whyUndivided(const analysis::Facts &facts, int axis);

/// Returns the largest number of time steps of a launch: 64 with receivers, otherwise 4096. It is
/// smaller if the scalars that change from step to step do not fit in the arguments of a launch.
int mostSteps(const analysis::Facts &facts);

/// Returns the smallest number of time steps of a launch: the largest number of time levels of a
/// field. A shorter launch would not compute all levels that it stores.
int fewestSteps(const analysis::Facts &facts);

} // namespace stencilc::schedules
