/// \file The CPU device (an emulated GPU), on which programs run that are compiled with
/// -DSTENCILC_CPU_DEVICE.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// Makes the CPU device (an emulated GPU) the device that deviceFor() in Device.h returns. A
/// program that contains kernels itself does this automatically before main() starts.
void installEmulatedDevice();

/// Returns the address of the symbol `stencilc_simt`, a table of functions that kernels of the CPU
/// device call (stencilc/cpu/Simt.h). Code that loads kernels needs it if this runtime is in a
/// library whose symbols the dynamic loader does not search (RTLD_LOCAL).
const void *emulatedDeviceCalls();

} // namespace stencilc::inline STENCILC_SPACE
