/// \file Declares functions that read names, versions and limits of the machine, and the date. They
/// measure nothing.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Returns the date in UTC, as in "2026-11-21".
std::string today();
/// Fills `gpu` with the names, versions and limits of `device`, which is a GPU or the CPU device
/// (an emulated GPU).
Status identify(Device &device, Gpu &gpu);

} // namespace stencilc::inline STENCILC_SPACE::probe
