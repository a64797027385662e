/// \file A module compiled in a process of its own, for a run that is under way.
#pragma once

#include "driver/Companion.h"
#include "driver/Toolchain.h"

namespace stencilc::driver {

/// The word behind the tool's name that asks for it. Not for people.
inline constexpr const char *kCompileModule = "compile-module";

/// Builds `request` in a process of its own, inside which it is compiled: what is built is in the
/// cache. Also if the process is left, which then goes on to that end. What compilers say is in
/// `errors`, and why there is no module in `said`.
Companion::End compileBeside(const BuildRequest &request, const Companion &companion);

/// `stencilc compile-module KIND NAME ARCH RUNTIME GIVEN-RUNTIME may-take-nvcc|-`, with the text as
/// work. The exit code.
int compileModule(int argc, const char *const *argv);

} // namespace stencilc::driver
