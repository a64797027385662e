/// \file Where a program runs, and the files it starts from: the same for `run` and `tune`.
#pragma once

#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "driver/References.h"
#include "driver/Toolchain.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Where the program runs and why, decided before anything is built.
struct Place {
  BuildKind kind;
  std::string note; // shown to the user when it was not asked for

  plan::TargetKind target() const {
    return kind == BuildKind::Cpu ? plan::TargetKind::Cpu : plan::TargetKind::Cuda;
  }
};

/// A GPU if there is one and NVRTC or nvcc, unless the options say otherwise.
Place choosePlace(const Options &options);

/// Who compiles, as --compiler says.
CompilerChoice compilerChoice(const Options &options);

/// How programs are built for `place`, planned as `line` is; without a text yet.
BuildRequest buildRequest(const Options &options, const Pipeline &line, const Place &place);

} // namespace stencilc::driver
