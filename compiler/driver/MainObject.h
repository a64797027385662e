/// \file The part that all built programs have in common, compiled once: programMain() as an
/// object.
#pragma once

#include "driver/Toolchain.h"

namespace stencilc::driver {

/// A key of the runtime's headers, the compiler and the options: what all programs of a build have
/// in common.
std::string builderKey(const BuildRequest &request, const std::string &compiler);

/// The object for programs of `builder`, which takes 3 s to compile where it is not cached yet (10
/// s for programs that stream their domain) and saves half the time of each program. Nothing after
/// a report.
std::optional<Built> buildMainObject(const BuildRequest &request, const std::string &compiler,
                                     const std::string &builder, Diagnostics &diags);

} // namespace stencilc::driver
