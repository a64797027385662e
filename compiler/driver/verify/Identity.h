/// \file Identity of the runtime and the machine that run built programs. A stored result of
/// `stencilc verify` is valid only for the same identity.
#pragma once

#include <string>

namespace stencilc::driver {

/// SHA-256 hash of the libraries whose code runs built programs: the runtime, the CPU device (an
/// emulated GPU), and the program loader. The build of stencilc computes it.
extern const char *const kRunnerIdentity;

/// Returns all facts on which results depend, besides the built program and its inputs, one a line.
/// The facts are the runtime (kRunnerIdentity), the JIT library, the processor and its features,
/// the C and math libraries, the number of processors, the machine's id, and environment variables.
std::string runIdentity();

} // namespace stencilc::driver
