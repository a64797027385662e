/// \file Tests whether the time steps of a program can run with one buffer for each field.
#pragma once

#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Returns the pairs of updated fields that can share memory, so that the program needs only one
/// buffer (array) for each field. If the program does not allow this, the member `fit` of the
/// result has the reason.
Pairing fitInPlace(const analysis::Facts &facts);

} // namespace stencilc::schedules
