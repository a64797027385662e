/// \file Who runs a module: the part of this tool that does, and the machine. A verdict holds for
/// one of each.
#pragma once

#include <string>

namespace stencilc::driver {

/// SHA-256 of the archives whose code runs modules: the runtime, the CPU device, and what loads
/// modules into a process. Written when the tool is built.
extern const char *const kRunnerIdentity;

/// What results depend on beside the module and its inputs, one fact a line: kRunnerIdentity, the
/// library that links modules in memory, the processor and its features, the C library and its
/// mathematical functions, the number of processors, and variables of the environment.
std::string runIdentity();

} // namespace stencilc::driver
