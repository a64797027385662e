/// \file Chooses where programs run: on a GPU, on the CPU, or on an emulated GPU.
#pragma once

#include "driver/Pipeline.h"
#include "driver/build/Toolchain.h"
#include "driver/cli/Options.h"
#include "driver/files/References.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Where a program will run, decided before it is built.
struct RunPlace {
  BuildKind kind;
  std::string note; // tells the user why, unless the user chose

  plan::TargetKind target() const {
    return kind == BuildKind::Cpu ? plan::TargetKind::Cpu : plan::TargetKind::Cuda;
  }
};

/// The GPUs of this machine, and which compilers for them it has.
struct GpuTools {
  int devices = 0;
  bool hasNvcc = false;
  bool compilesInside = false; // NVRTC and the library of Clang were found

  bool canCompile() const { return hasNvcc || compilesInside; }
  bool canRun() const { return devices > 0 && canCompile(); }
};
/// Looks for GPUs and their compilers. Without a GPU it looks for no compiler, and with nvcc it
/// does not look for NVRTC.
GpuTools gpuTools();

/// Returns where --emulate or --target ask to run the program, or `nullopt` if neither is given.
std::optional<BuildKind> askedKind(const Options &options);
/// Chooses where a program runs: as the options say, else on a GPU if there is one with a compiler,
/// else on the CPU.
RunPlace choosePlace(const Options &options);
/// Chooses where a program runs on a machine that has `tools`.
RunPlace choosePlace(const Options &options, const GpuTools &tools);

/// The target for which code is emitted or explained.
struct ChosenTarget {
  plan::TargetKind kind;
  std::string note; // why the CPU was chosen; empty if the user chose
};
/// Chooses the target that code is emitted for. The first of these decides: --emulate, --target,
/// --arch, --schedule, --machine, STENCILC_TARGET, and last where a run would run.
ChosenTarget chooseTarget(const Options &options);

/// Returns the compiler that --compiler asks for.
CompilerChoice compilerChoice(const Options &options);

/// Returns the request to build the planned program of `line` for `place`. The caller sets its
/// `text`, the emitted code.
BuildRequest buildRequest(const Options &options, const Pipeline &line, const RunPlace &place);

} // namespace stencilc::driver
