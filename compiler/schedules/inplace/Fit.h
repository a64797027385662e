/// \file Test whether a program's steps can run with one buffer for each field.
#pragma once

#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Returns the pairs of fields of the program, or the reason why its steps need two buffers.
Pairing fitInPlace(const analysis::Facts &facts);

} // namespace stencilc::schedules
