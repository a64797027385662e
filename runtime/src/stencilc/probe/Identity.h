/// \file Who the machine is: names, versions, limits, the date; nothing measured.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Today in UTC, "2026-11-21".
std::string today();
/// What a GPU, or the CPU device, is.
Status identify(Device &device, Gpu &gpu);

} // namespace stencilc::inline STENCILC_SPACE::probe
