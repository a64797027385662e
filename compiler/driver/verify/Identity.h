/// \file Identity of the runtime and the machine that execute modules. A stored verdict of
/// `stencilc verify` is valid only for the same identity.
#pragma once

#include <string>

namespace stencilc::driver {

/// SHA-256 hash of the libraries whose code runs modules: the runtime, the CPU device, and the
/// module loader. The build of stencilc computes it.
extern const char *const kRunnerIdentity;

/// Returns what results depend on besides the module and its inputs, one fact per line. These are
/// kRunnerIdentity, the JIT library, the processor and its features, the C and math libraries, the
/// number of processors, the machine's id, and environment variables.
std::string runIdentity();

} // namespace stencilc::driver
