/// \file Chooses where programs run: on a GPU, on the CPU, or on an emulated GPU.
#pragma once

#include "driver/Pipeline.h"
#include "driver/build/Toolchain.h"
#include "driver/cli/Options.h"
#include "driver/files/References.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// A decision where to run a program, made before it is built: on a GPU, on the CPU, or on an
/// emulated GPU. `note` tells the user the reason.
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
/// Finds out which GPUs and which compilers for them this machine has. Without a GPU it searches
/// for no compiler, and with nvcc it does not search for NVRTC.
GpuTools gpuTools();

/// Returns the processor and compiler that the options --emulate or --target ask for. Returns
/// `nullopt` if neither is given.
std::optional<BuildKind> askedKind(const Options &options);
/// Chooses where a program runs: where the options say, else on a GPU if there is one and a
/// compiler for it, else on the CPU.
RunPlace choosePlace(const Options &options);
/// Chooses where a program runs: where the options say, else on a GPU if `tools` has one and a
/// compiler for it, else on the CPU.
RunPlace choosePlace(const Options &options, const GpuTools &tools);

/// The target (CUDA or CPU) for which code is emitted or explained.
struct ChosenTarget {
  plan::TargetKind kind;
  std::string note; // why the CPU was chosen; empty if the user chose
};
/// Chooses the target that code is emitted for. The first that is given decides: --emulate,
/// --target, --arch, --schedule, --machine, STENCILC_TARGET. If none is given, it is the target of
/// a run on this machine.
ChosenTarget chooseTarget(const Options &options);

/// Returns the sort of compiler that the option --compiler asks for.
CompilerChoice compilerChoice(const Options &options);

/// Returns the request to build the planned program of the pipeline `line` for `place`, the device
/// that runs it. The caller must set its member `text`, the emitted code.
BuildRequest buildRequest(const Options &options, const Pipeline &line, const RunPlace &place);

} // namespace stencilc::driver
