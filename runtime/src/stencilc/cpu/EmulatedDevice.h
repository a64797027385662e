/// \file The CPU device, which programs made with -DSTENCILC_CPU_DEVICE run on.
#pragma once

namespace stencilc {

/// From now on such programs find it (Device.h).
void installEmulatedDevice();

} // namespace stencilc
