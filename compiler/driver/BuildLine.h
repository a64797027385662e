/// \file The one line that builds an emitted text, for people.
#pragma once

#include "driver/Toolchain.h"
#include <string>

namespace stencilc::driver {

struct BuildLine {
  BuildKind kind = BuildKind::Cuda;
  std::string arch;   // sm_90; x86-64-v3
  std::string source; // "heat3d.cu"
  bool withMain = false;
  bool isSelfContained = false; // the runtime lies beside it (SelfContained.h)
};

/// A line for a shell in the folder of the text. It names no path of this machine: where the
/// runtime is installed pkg-config knows.
std::string buildLine(const BuildLine &line);

} // namespace stencilc::driver
