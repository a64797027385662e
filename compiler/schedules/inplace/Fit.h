/// \file Tests whether the time steps of a program can run with one buffer for each field.
#pragma once

#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Returns the pairs of fields that can share memory, so that the program needs one buffer per
/// field. Returns the reason if it needs two.
Pairing fitInPlace(const analysis::Facts &facts);

} // namespace stencilc::schedules
