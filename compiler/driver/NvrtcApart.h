/// \file NVRTC in a forked copy of this process, so that a crash of NVRTC ends only a compilation.
#pragma once

#include "driver/Nvrtc.h"

namespace stencilc::driver {

/// Calls nvrtc.compile() in a forked copy of this process and returns its result. If NVRTC crashes,
/// returns false and sets `crash` to the reason; `crash` is empty otherwise. Crashes of ptxas have
/// occurred (bench/log/2026-11-26-choices.md).
bool compileApart(const Nvrtc &nvrtc, const NvrtcRequest &request, NvrtcResult &result,
                  std::string &crash);

} // namespace stencilc::driver
