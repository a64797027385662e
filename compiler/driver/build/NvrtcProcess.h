/// \file Runs NVRTC in a forked child process, so that a crash of NVRTC does not end this process.
#pragma once

#include "library/nvrtc/Nvrtc.h"

namespace stencilc::driver {

/// Compiles `request` with `nvrtc` in a forked child process, and returns true on success. If NVRTC
/// crashes, returns false and sets `crash` to a description of the crash. Otherwise `crash` is
/// empty. Such a crash has been seen (bench/log/planner/2026-11-26-choices.md). In a process of
/// another program, which has loaded libstencilc (library/Guest.h), NVRTC runs in that process.
bool compileInProcess(const library::Nvrtc &nvrtc, const library::NvrtcRequest &request,
                      library::NvrtcResult &result, std::string &crash);

} // namespace stencilc::driver
