/// \file The compilers on this machine and what they have built: emitted text to a program, cached
/// by content.
#pragma once

#include "driver/BuildCache.h"
#include "driver/Process.h"
#include "emit/Emitter.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// How emitted text becomes a module that runs.
enum class BuildKind {
  Cpu,       // C++ for this processor, with the host compiler
  Cuda,      // CUDA with nvcc
  CudaOnCpu, // CUDA text on the CPU device, with the host compiler
};

/// Who compiles, as --compiler has it.
enum class CompilerChoice {
  Automatic, // in this process if that is possible
  InProcess, // Clang, and NVRTC for kernels: jit, nvrtc
  Own,       // g++ or what CXX names; nvcc for CUDA
};

/// Full path of nvcc (STENCILC_NVCC if set, even to nothing; CUDA_HOME, PATH, /usr/local/cuda), or
/// empty.
std::string findNvcc();
/// Full path of the host C++ compiler (CXX, g++, c++, clang++), or empty.
std::string findHostCompiler();
/// Full path of gnuplot, or empty.
std::string findGnuplot();
/// Folder that holds stencilc/runtime.h: `wanted` if given, else the one that was installed
/// with the tool, else that of the source tree. Empty if it is not there.
std::string findRuntime(const std::string &wanted);
/// libstencilc_runtime.a, which programs with a C interface link: STENCILC_RUNTIME_LIBRARY if set,
/// else the one that was installed with the tool, else that of the build tree. Empty if it is not
/// there.
std::string findRuntimeLibrary();

struct BuildRequest {
  BuildKind kind = BuildKind::Cpu;
  std::string name;         // of the program, 64 letters at most: files are called so
  std::string arch;         // sm_90; x86-64-v3
  std::string runtime;      // folder of the runtime's headers
  std::string givenRuntime; // the same where the user names it
  CompilerChoice compiler = CompilerChoice::Automatic;
  const emit::Emitted *text = nullptr;
  bool verbose = false, quiet = false;
  bool singleSteps = false;    // without the kernels that a run can go over to (GoOver.h)
  bool mayTakeNvcc = false;    // for kernels that fill the registers, if it is here (NvccKernels.h)
  bool tellsOfKernels = false; // the compiler says what each kernel takes (KernelLog.h)
  std::string log;             // file for what the compiler says; empty: standard error
};

/// The options of nvcc or of the host compiler that keep the bits which the IR has fixed.
std::vector<std::string> arithmeticFlags(BuildKind kind);
/// The compiler with all options that a module depends on.
std::vector<std::string> compileCommand(const BuildRequest &request, const std::string &compiler);
/// The command that builds `source` into `module`, shown by -v.
std::vector<std::string> buildCommand(const BuildRequest &request, const std::string &compiler,
                                      const std::string &source, const std::string &module);

/// Runs a compiler in `work`, where it also keeps its temporary files; false if it failed, which is
/// reported.
bool compile(const std::vector<std::string> &command, const BuildRequest &request,
             const WorkFolder &work, Diagnostics &diags);

/// Reports that `compiler` ended by a signal, as `how` says.
void reportCrash(const std::string &compiler, const std::string &how, Diagnostics &diags);

/// The built module (RunModule.h). The cache key is the text, the runtime's headers, the command
/// and the compiler's version, so a hit is the module that would be built. Reports what went wrong.
std::optional<Built> build(const BuildRequest &request, Diagnostics &diags);

/// A module that was built before, or nothing; never in a process of its own.
std::optional<Built> findModule(const BuildRequest &request);

struct OnceBuilt {
  std::string said; // by the compiler, also where it had nothing against the text
  std::string by;   // who that was, for people
};
/// Builds without keeping anything. Nothing after a report.
std::optional<OnceBuilt> buildOnce(BuildRequest request, Diagnostics &diags);

/// What `compiler --version` prints; empty if it does not run.
std::string compilerVersion(const std::string &compiler);

/// g++ or nvcc with its version, for people; empty if there is none.
std::string ownCompilerText(BuildKind kind);
/// Whether this request is compiled in this process; `why` not, for people.
bool isInProcess(const BuildRequest &request, std::string &why);
/// The compiler that builds for `request`, for people: "g++ (Debian 12.2.0-14) 12.2.0"; empty if
/// none.
std::string builderText(const BuildRequest &request);

} // namespace stencilc::driver
