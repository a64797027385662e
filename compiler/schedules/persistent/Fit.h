/// \file Tests whether blocks can keep the fields of a program in shared memory for many steps.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Checks whether a persistent kernel can compute several time steps of the program. Returns the
/// first reason against it if it cannot. Does not check whether the fields fit into shared memory.
plan::Fit fitPersistent(const analysis::Facts &facts);

/// Returns an empty text if blocks may divide `axis` among them. Otherwise returns the reason.
std::string whyUndivided(const analysis::Facts &facts, int axis);

/// Returns the largest number of time steps that a launch may have. The scalars that change from
/// step to step must fit in its arguments.
int mostSteps(const analysis::Facts &facts);

/// Returns the smallest number of time steps that a launch may have: the largest number of time
/// levels of a field.
int fewestSteps(const analysis::Facts &facts);

} // namespace stencilc::schedules
