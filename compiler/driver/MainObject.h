/// \file The part that all built programs have in common, compiled once: programMain() as an
/// object.
#pragma once

#include "driver/Toolchain.h"

namespace stencilc::driver {

/// A key of the runtime's headers, the compiler and the options: what all programs of a build have
/// in common.
std::string builderKey(const BuildRequest &request, const std::string &compiler);

/// Sets `object` to the path of the object for programs of `key`, which takes 3 s to compile where
/// it is not cached yet (10 s for programs that stream their domain) and saves half the time of
/// each program. False if it failed, which is reported.
bool buildMainObject(const BuildRequest &request, const std::string &compiler,
                     const std::string &key, std::string &object, Diagnostics &diags);

} // namespace stencilc::driver
