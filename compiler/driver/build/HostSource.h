/// \file The host code of an emitted program, with headers and options, to be compiled by Clang
/// inside this process.
#pragma once

#include "driver/build/JitLibrary.h"
#include "driver/build/Toolchain.h"

namespace stencilc::driver {

/// Compiler option that keeps only the kernels of single time steps in an emitted program. A run
/// may begin with these until the other kernels are compiled. No header depends on the option.
inline constexpr const char *kSingleSteps = "-DSTENCILC_SINGLE_STEPS";

/// Returns the file name by which messages refer to the emitted code, such as "heat3d.cu".
std::string sourceName(const BuildRequest &request);

/// Returns the host code of an emitted program, to be compiled by Clang: loops for a CPU, or code
/// that launches kernels. Apart from this code, only options that the JIT library always sets
/// determine the bits of results.
JitSource hostSource(const BuildRequest &request);

/// Returns a source without code for each set of compiler options that runs use by default, with
/// the embedded headers. The build of stencilc makes precompiled headers from these sources.
std::vector<JitSource> usualSources();

} // namespace stencilc::driver
