/// \file Tests whether the time steps of a program can run with one buffer for each field.
#pragma once

#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Returns the pairs of fields that can share memory, so that each field of the program needs one
/// buffer only. If a field needs two buffers, returns the reason.
Pairing fitInPlace(const analysis::Facts &facts);

} // namespace stencilc::schedules
