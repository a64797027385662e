/// \file Emitted text compiled inside this process: loops and the host's half of kernels' text by
/// Clang (JitLibrary.h), kernels by NVRTC (Nvrtc.h).
#pragma once

#include "driver/JitLibrary.h"
#include "driver/Toolchain.h"

namespace stencilc::driver {

/// Whether text of this kind can be compiled here; `why` not, for people. Opens what compiles.
bool canCompileInProcess(BuildKind kind, const std::string &arch, std::string &why);
/// Whether the files of what compiles are there, opened or not.
bool mayCompileInProcess(BuildKind kind);
/// Who compiles, with versions: "Clang 22.1.8" or "Clang 22.1.8 and NVRTC 13.0".
std::string inProcessText(BuildKind kind);

/// What is compiled for a request: text, headers and options, gathered once.
class InProcessBuild {
public:
  /// `request` outlives this.
  explicit InProcessBuild(const BuildRequest &request);

  /// What the module depends on: all that is compiled, and the files of what compiles, which are
  /// not opened.
  std::string key() const;
  struct Module {
    std::string bytes; // ModuleFile.h
    std::string by;    // who compiled it, as inProcessText() has it
  };
  /// Nothing after a report. Where canCompileInProcess() only.
  std::optional<Module> compile(Diagnostics &diags) const;

private:
  struct Kernels {
    std::string cubin, by;
  };
  std::optional<Kernels> compileKernels(const JitObject &object, Diagnostics &diags) const;
  bool mayTakeNvcc() const;

  const BuildRequest &request;
  JitSource source;
};

} // namespace stencilc::driver
