/// \file NVRTC in a copy of this process, so that a crash of it ends a compilation and nothing
/// else.
#pragma once

#include "driver/Nvrtc.h"

namespace stencilc::driver {

/// As nvrtc.compile(). True also says that it did not crash; `crash` says how it did, for people,
/// and is empty otherwise. ptxas was seen to (bench/log/2026-11-26-choices.md).
bool compileApart(const Nvrtc &nvrtc, const NvrtcRequest &request, NvrtcResult &result,
                  std::string &crash);

} // namespace stencilc::driver
