/// \file The host code of emitted text, prepared for Clang in this process: code, headers and
/// options.
#pragma once

#include "driver/JitLibrary.h"
#include "driver/Toolchain.h"

namespace stencilc::driver {

/// Compiler option that removes all kernels except those of single time steps. A run may begin with
/// these until the others are compiled. No header depends on it.
inline constexpr const char *kSingleSteps = "-DSTENCILC_SINGLE_STEPS";

/// Returns the file name of the emitted code in messages: "heat3d.cu".
std::string sourceName(const BuildRequest &request);

/// Returns the host code of emitted text: loops for a CPU, or code that launches kernels. The code,
/// and options that the library always sets, determine the bits of the results.
JitSource hostSource(const BuildRequest &request);

/// Returns one source without code for each set of options that runs use by default, with the
/// embedded headers. Precompiled headers are made from these.
std::vector<JitSource> usualSources();

} // namespace stencilc::driver
