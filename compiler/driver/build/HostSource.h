/// \file The host code of an emitted program, with headers and options, for the Clang compiler in
/// this process.
#pragma once

#include "driver/build/JitLibrary.h"
#include "driver/build/Toolchain.h"

namespace stencilc::driver {

/// Compiler option that removes all kernels from an emitted program except those of single time
/// steps. A run may begin with these until the others are compiled. No header depends on it.
inline constexpr const char *kSingleSteps = "-DSTENCILC_SINGLE_STEPS";

/// Returns the file name of the emitted code in messages: "heat3d.cu".
std::string sourceName(const BuildRequest &request);

/// Returns the host code of an emitted program for Clang: loops for a CPU, or code that launches
/// kernels. Only the code, and options that the JIT library always sets, affect the bits of
/// results.
JitSource hostSource(const BuildRequest &request);

/// Returns one source without code for each set of options that runs use by default, with the
/// embedded headers. Precompiled headers are made from these.
std::vector<JitSource> usualSources();

} // namespace stencilc::driver
