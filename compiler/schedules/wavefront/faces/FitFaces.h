/// \file Checks whether a wavefront kernel can compute the boundary conditions of a program.
#pragma once

#include "analysis/Facts.h"
#include "schedules/wavefront/shape/Fit.h"

namespace stencilc::schedules {

/// Returns a refusal with its reason if a wavefront kernel cannot compute the boundary conditions
/// of the program, otherwise Fit::yes(). `instead` is the name of the schedule that most refusals
/// recommend.
plan::Fit fitFaces(const analysis::Facts &facts, const char *instead);

} // namespace stencilc::schedules
