/// \file The CPU device, which programs made with -DSTENCILC_CPU_DEVICE run on.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// From now on such programs find it (Device.h). What is linked with kernels of such a program need
/// not call it.
void installEmulatedDevice();

} // namespace stencilc::inline STENCILC_SPACE
