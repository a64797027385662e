/// \file Emitted text compiled inside this process: loops and the host's half of kernels' text by
/// Clang (JitLibrary.h), kernels by NVRTC (Nvrtc.h).
#pragma once

#include "driver/Toolchain.h"

namespace stencilc::driver {

/// Whether text of this kind can be compiled here; `why` not, for people.
bool canCompileInProcess(BuildKind kind, const std::string &arch, std::string &why);
/// Who compiles, with versions: "Clang 22.1.8" or "Clang 22.1.8 and NVRTC 13.0".
std::string inProcessText(BuildKind kind);

/// The bytes of a module (ModuleFile.h); nothing after a report.
std::optional<std::string> compileInProcess(const BuildRequest &request, Diagnostics &diags);
/// What they depend on beside the text.
std::string inProcessKey(const BuildRequest &request);

} // namespace stencilc::driver
