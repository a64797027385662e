/// \file Checks of the compilers, libraries, GPUs and files that stencilc needs on this machine.
#pragma once

#include "driver/cli/Options.h"
#include "driver/machines/Machine.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Returns version and path of NVRTC, which compiles CUDA code without nvcc. Returns an empty
/// string and the reason in `why` if it cannot be used.
std::string nvrtcText(std::string &why);
/// Returns the version of the Clang library that compiles CPU code in this process. Returns an
/// empty string and the reason in `why` if it cannot be used.
std::string jitLibraryText(std::string &why);
/// Returns the newest CUDA version that the driver supports, such as "CUDA 13.2". The result is
/// empty if the driver cannot be used.
std::string driverText(const CudaDriverState &driver);
/// Returns the path of the machine file with the properties of this machine that `stencilc probe`
/// has measured. The result is empty if there is no readable file.
std::string presentMachineFile();

/// The result of one check of `stencilc doctor`.
struct CheckResult {
  enum Mark { Ok, Missing, Broken } mark = Ok;
  std::string thing;  // "host compiler"
  std::string text;   // what was found, or why it does not work
  std::string advice; // how to repair it; empty if all is well
};

/// The results of all checks of `stencilc doctor`, and whether programs can run here.
struct ToolchainChecks {
  std::vector<CheckResult> findings;
  bool runsOnCpu = false, runsOnCuda = false;
  std::string cpuText, cudaText; // the compiler that is used, or the reason of the failure
};
/// Executes all checks of `stencilc doctor`: compiles and runs small programs, writes to folders,
/// and opens the driver. The time is about that of the slowest compiler, because checks run in
/// parallel.
ToolchainChecks checkToolchain(const Options &options);

} // namespace stencilc::driver
