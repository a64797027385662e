/// \file A module that a background worker compiles while a run has begun already.
#pragma once

#include "driver/Companion.h"
#include "driver/Toolchain.h"

namespace stencilc::driver {

/// The command of stencilc by which the tool starts itself as a background compiler. It is not for
/// users.
inline constexpr const char *kCompileModule = "compile-module";

/// Compiles `request` in a child process and stores the module in the cache. Waits for the child,
/// or until `companion` detaches it; the child then finishes alone. `errors` of the result holds
/// compiler messages, `said` the reason of a failure.
Companion::End compileBeside(const BuildRequest &request, const Companion &companion);

/// Executes `stencilc compile-module KIND NAME ARCH RUNTIME GIVEN-RUNTIME may-take-nvcc|-` in a
/// background worker, which reads the code from standard input. Returns the exit code.
int compileModule(int argc, const char *const *argv);

} // namespace stencilc::driver
