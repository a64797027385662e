/// \file The host code of an emitted program, with headers and options, to be compiled by Clang
/// inside this process.
#pragma once

#include "driver/build/Toolchain.h"
#include "library/JitLibrary.h"

namespace stencilc::driver {

/// Returns the file name by which messages refer to the emitted code, such as "heat3d.cu".
std::string sourceName(const BuildRequest &request);

/// Returns the host code of an emitted program, with headers and options, to be compiled by Clang:
/// loops for a CPU, or code that launches kernels. These options do not change the bits of a run's
/// results. The JIT library (Clang inside this process) always sets the options that would.
library::JitSource hostSource(const BuildRequest &request);

/// Returns, for each set of compiler options that runs use by default, these options and the
/// embedded headers of the runtime. The code (member `text`) is empty. The build of stencilc makes
/// precompiled headers from the result.
std::vector<library::JitSource> usualSources();

} // namespace stencilc::driver
