/// \file Where programs run: asked for by the options, or chosen by what this machine has.
#pragma once

#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "driver/References.h"
#include "driver/Toolchain.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Where the program runs and why, decided before anything is built.
struct RunPlace {
  BuildKind kind;
  std::string note; // shown to the user when it was not asked for

  plan::TargetKind target() const {
    return kind == BuildKind::Cpu ? plan::TargetKind::Cpu : plan::TargetKind::Cuda;
  }
};

/// What there is to run programs on a GPU.
struct GpuTools {
  int devices = 0;
  bool hasNvcc = false;
  bool compilesInside = false; // the files of NVRTC and of Clang's library are there

  bool canCompile() const { return hasNvcc || compilesInside; }
  bool canRun() const { return devices > 0 && canCompile(); }
};
/// The tools of this machine. What is of no use without those before is not looked for.
GpuTools gpuTools();

/// What the options ask for; nothing if they leave it open.
std::optional<BuildKind> askedKind(const Options &options);
/// What the options ask for, else a GPU of this machine if there is one and who compiles for it.
RunPlace choosePlace(const Options &options);
/// Where a program runs on a machine that has `tools`.
RunPlace choosePlace(const Options &options, const GpuTools &tools);

/// The target that a text or an explanation is for.
struct ChosenTarget {
  plan::TargetKind kind;
  std::string note; // why it is the CPU, where nobody asked for it
};
/// What --target, --arch, --machine and --schedule ask for, else STENCILC_TARGET, else where a run
/// would run.
ChosenTarget chooseTarget(const Options &options);

/// Who compiles, as --compiler says.
CompilerChoice compilerChoice(const Options &options);

/// How programs are built for `place`, planned as `line` is; without a text yet.
BuildRequest buildRequest(const Options &options, const Pipeline &line, const RunPlace &place);

} // namespace stencilc::driver
