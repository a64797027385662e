/// \file The CPU device (an emulated GPU), on which programs run that are compiled with
/// -DSTENCILC_CPU_DEVICE.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// Makes deviceFor() in Device.h return the CPU device. A program that contains kernels itself does
/// this automatically before main() starts.
void installEmulatedDevice();

} // namespace stencilc::inline STENCILC_SPACE
