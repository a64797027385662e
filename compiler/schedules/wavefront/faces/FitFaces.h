/// \file Checks whether a wavefront kernel can compute the values at the faces of a program.
#pragma once

#include "analysis/Facts.h"
#include "schedules/wavefront/shape/Fit.h"

namespace stencilc::schedules {

/// Refuses programs with faces for which there is no method. `instead` is the name of the schedule
/// that a refusal recommends.
plan::Fit fitFaces(const analysis::Facts &facts, const char *instead);

} // namespace stencilc::schedules
