/// \file The host's code of an emitted text, as Clang compiles it in this process: text, headers
/// and options.
#pragma once

#include "driver/JitLibrary.h"
#include "driver/Toolchain.h"

namespace stencilc::driver {

/// Leaves all but single steps out of a text that a run may begin with. No header asks for it.
inline constexpr const char *kSingleSteps = "-DSTENCILC_SINGLE_STEPS";

/// Name of the text in messages: "heat3d.cu".
std::string sourceName(const BuildRequest &request);

/// The host's code: loops, or what launches kernels. Bits are fixed by the text and by options that
/// the library always sets.
JitSource hostSource(const BuildRequest &request);

/// One source without text for each set of options that runs use by default, with the headers of
/// this tool.
std::vector<JitSource> usualSources();

} // namespace stencilc::driver
