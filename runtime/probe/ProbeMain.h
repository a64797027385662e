/// \file The probe, a program that measures this machine and prints the results as JSON (the
/// machine file).
#pragma once

#include "stencilc/probe/ProbeKernels.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Runs the measurements and prints the machine file to standard output. Options are --threads=N,
/// -q, --devices=LIST to measure links between devices, and --compiler=TEXT for the compiler's
/// version in the file. If `kernels` is null, only the host is measured. Returns the exit code.
int probeMain(const ProbeKernels *kernels, int argc, const char *const *argv);

} // namespace stencilc::inline STENCILC_SPACE::probe
