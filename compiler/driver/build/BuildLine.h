/// \file The shell command that compiles an emitted source file. It is printed for users.
#pragma once

#include "driver/build/Toolchain.h"
#include <string>

namespace stencilc::driver {

/// Properties of an emitted source file that determine how it is compiled.
struct BuildLine {
  BuildKind kind = BuildKind::Cuda;
  std::string arch;   // sm_90; x86-64-v3
  std::string source; // "heat3d.cu"
  bool withMain = false;
  bool isSelfContained = false; // a copy of the runtime is in its folder (SelfContained.h)
};

/// Returns the command that compiles the emitted source file in its folder. It contains no path of
/// this machine: pkg-config finds the installed runtime.
std::string buildLine(const BuildLine &line);

} // namespace stencilc::driver
