/// \file Finds the compilers on this machine, and builds emitted code into modules: loadable built
/// programs, kept in a cache.
#pragma once

#include "driver/build/BuildCache.h"
#include "driver/process/Process.h"
#include "emit/Emitter.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// Kinds of builds of emitted code. The kind determines the compiler, and the processor on which
/// the program runs.
enum class BuildKind {
  Cpu,       // C++ for this processor, by Clang in this process or the host compiler
  Cuda,      // CUDA, by NVRTC in this process or nvcc
  CudaOnCpu, // CUDA code as C++, for the CPU device: an emulation of a GPU
};

/// Value of the option --compiler: the sort of compiler that may build programs.
enum class CompilerChoice {
  Automatic, // in this process if possible, else a compiler on this machine
  InProcess, // in this process only: Clang for C++, NVRTC for kernels
  Own,       // a compiler on this machine: CXX or g++; nvcc for CUDA
};

/// Returns the full path of nvcc, or an empty string if it is not found. If STENCILC_NVCC is set,
/// only its value is tried, and an empty value means no nvcc. Otherwise CUDA_HOME, PATH and
/// /usr/local/cuda are searched.
std::string findNvcc();
/// Returns the full path of the host C++ compiler, or an empty string if none is found. Tries the
/// value of CXX, then g++, c++, clang++-22 and clang++.
std::string findHostCompiler();
/// Returns the full path of gnuplot, or an empty string if it is not found.
std::string findGnuplot();
/// Returns the include folder of the runtime, which holds stencilc/runtime.h. It is `wanted` if
/// that is not empty, else the folder installed with the tool, else that of the build tree. The
/// result is empty if there is none.
std::string findRuntime(const std::string &wanted);
/// Returns the path of libstencilc_runtime.a, which programs with a C interface link. It is the
/// value of STENCILC_RUNTIME_LIBRARY if set, else the installed library, else that of the build
/// tree. The result is empty if it is missing.
std::string findRuntimeLibrary();

/// A request to build emitted code into a module (a loadable program).
struct BuildRequest {
  BuildKind kind = BuildKind::Cpu;
  std::string name;    // of the program, at most 64 characters; also the base name of the files
  std::string arch;    // sm_90; x86-64-v3
  std::string runtime; // folder of the runtime's headers
  std::string givenRuntime; // the value of --runtime; empty if not given
  CompilerChoice compiler = CompilerChoice::Automatic;
  const emit::Emitted *text = nullptr;
  bool verbose = false, quiet = false;
  bool isFirst = false;     // the first kernels of a run, which a hot swap replaces by others
  bool mayTakeNvcc = false; // nvcc if present, for kernels that need most registers (NvccKernels.h)
  bool isAlone = false;     // no other build runs, so several compilers may work at once
  bool reportsKernels = false; // have the compiler print the registers of each kernel (KernelLog.h)
  std::string log;             // file for the compiler's output; empty: standard error
  const std::atomic<bool> *stop = nullptr; // ends a compiler early once it is true; null: never
};

/// Returns the options of nvcc or of the host compiler that fix floating-point arithmetic, so that
/// every target computes the same bits as the interpreter.
std::vector<std::string> arithmeticFlags(BuildKind kind);
/// Returns the command line of `compiler`, without file names, for a build of `request`. It has all
/// options on which generated code depends.
std::vector<std::string> compileCommand(const BuildRequest &request, const std::string &compiler);
/// Returns the command that builds the file `source` into the shared library `module`. Prints the
/// command if the user gave -v.
std::vector<std::string> buildCommand(const BuildRequest &request, const std::string &compiler,
                                      const std::string &source, const std::string &module);

/// Runs the compiler command `command`, with its temporary files in the folder `work`. Its output
/// goes to the file `request.log`, or to standard error if that is empty. Returns false after it
/// has reported a failure.
bool compile(const std::vector<std::string> &command, const BuildRequest &request,
             const WorkFolder &work, Diagnostics &diags);

/// Writes `said`, the output of a compiler, to the file `request.log`, or to standard error if no
/// such file is named. Reports it as a message if this process belongs to another program
/// (library/Guest.h).
void tellOutput(const BuildRequest &request, const std::string &said, Diagnostics &diags);

/// Reports that the compiler `compiler` has crashed. `how` is the name of the signal that ended it,
/// or a description.
void reportCrash(const std::string &compiler, const std::string &how, Diagnostics &diags);

/// Returns the module (a loadable program) for `request` from the build cache, or builds it. The
/// cache key covers the code, the runtime's headers, the command and the compiler's version.
/// Returns `nullopt` after it has reported an error.
std::optional<Built> build(const BuildRequest &request, Diagnostics &diags);

/// Looks in the build cache for the built program of `request`, compiled by Clang or NVRTC inside
/// stencilc. Returns `nullopt` if it is not there. Compiles nothing and starts no process.
std::optional<Built> findModule(const BuildRequest &request);

/// Result of a build that keeps no program: the messages of the compiler, and its name and version.
struct OnceBuilt {
  std::string said; // the compiler's output; may be non-empty after success
  std::string by;   // name and version of the compiler
};
/// Compiles a program only to get the compiler's output, for example the registers of each kernel.
/// Keeps no file. Returns `nullopt` after it has reported an error.
std::optional<OnceBuilt> buildOnce(BuildRequest request, Diagnostics &diags);

/// Returns the output of `compiler --version`, or an empty string if the compiler cannot run.
std::string compilerVersion(const std::string &compiler);

/// Returns the name and version, to be printed, of the external compiler for `kind`: nvcc for a
/// GPU, otherwise the host C++ compiler. Returns an empty string if that compiler is not found or
/// does not run.
std::string ownCompilerText(BuildKind kind);
/// Returns true if Clang and NVRTC inside this process will compile `request`. If they cannot, sets
/// `why` to the reason as a text for the user. If the user chose an external compiler, `why` stays
/// empty.
bool isInProcess(const BuildRequest &request, std::string &why);
/// Returns the name and version, to be printed, of the compiler that will build `request`: "g++
/// (Debian 12.2.0-14) 12.2.0". The result is empty if there is none.
std::string builderText(const BuildRequest &request);

} // namespace stencilc::driver
