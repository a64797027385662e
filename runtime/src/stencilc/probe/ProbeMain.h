/// \file The probe: measures this machine and prints its machine file.
#pragma once

#include "stencilc/probe/ProbeKernels.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// `stencilc probe` without what is for its user: options are --threads=N, -q, --devices=LIST
/// for links between these, and --compiler=TEXT, for the file where the kernels do not know it; the
/// file goes to standard output. Without kernels
/// the host alone is measured. The exit code.
int probeMain(const ProbeKernels *kernels, int argc, const char *const *argv);

} // namespace stencilc::inline STENCILC_SPACE::probe
