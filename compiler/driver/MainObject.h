/// \file The part that all built programs have in common, compiled once: programMain() as an
/// object.
#pragma once

#include "driver/Toolchain.h"
#include "llvm/Support/SHA256.h"

namespace stencilc::driver {

/// Text of every header of the runtime, in a fixed order: part of the keys of what is cached.
void hashRuntime(const std::string &folder, llvm::SHA256 &hash);

/// Sets `object` to the path of the object, which takes 3 s to compile where it is not cached yet
/// (10 s for programs that stream their domain) and saves half the time of each program. False if
/// it failed, which is reported.
bool buildMainObject(const BuildRequest &request, const std::string &compiler, std::string &object,
                     Diagnostics &diags);

} // namespace stencilc::driver
