/// \file Runs NVRTC in a forked child process, so that a crash of NVRTC does not end this process.
#pragma once

#include "driver/build/nvrtc/Nvrtc.h"

namespace stencilc::driver {

/// Calls nvrtc.compile() in a forked child process and returns its result. If NVRTC crashes, as its
/// ptxas did (bench/log/2026-11-26-choices.md), it returns false and `crash` says how. Otherwise
/// `crash` is empty.
bool compileInProcess(const Nvrtc &nvrtc, const NvrtcRequest &request, NvrtcResult &result,
                      std::string &crash);

} // namespace stencilc::driver
