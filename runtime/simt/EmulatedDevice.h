/// \file The CPU device (an emulated GPU), on which programs run that are compiled with
/// -DSTENCILC_CPU_DEVICE.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// Makes the CPU device (an emulated GPU) the device that deviceFor() in Device.h returns. A
/// program that contains kernels itself does this automatically before main() starts.
void installEmulatedDevice();

} // namespace stencilc::inline STENCILC_SPACE
