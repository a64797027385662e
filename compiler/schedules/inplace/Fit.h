/// \file Whether the steps of a program can be done in one buffer of each field.
#pragma once

#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// The pairs of the program, or why its steps need two buffers.
Pairing fitInPlace(const analysis::Facts &facts);

} // namespace stencilc::schedules
