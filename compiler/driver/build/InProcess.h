/// \file Compiles emitted code inside this process. Clang compiles CPU code and the host code of
/// GPU programs (JitLibrary.h), NVRTC compiles kernels (Nvrtc.h).
#pragma once

#include "driver/build/Toolchain.h"
#include "library/JitLibrary.h"

namespace stencilc::driver {

/// Returns true if code of this kind can be compiled inside this process. Loads the compiler
/// libraries to find out. If `arch` is not empty, NVRTC must support this GPU architecture. If the
/// result is false, `why` is the reason.
bool canCompileInProcess(BuildKind kind, const std::string &arch, std::string &why);
/// Returns true if the files of the compiler libraries for `kind` exist. Does not load them.
bool mayCompileInProcess(BuildKind kind);
/// Returns the names and versions of the compilers for `kind`: "Clang 22.1.8" or "Clang 22.1.8 and
/// NVRTC 13.0".
std::string inProcessText(BuildKind kind);

/// A compilation inside this process, with its code, headers and options.
class InProcessBuild {
public:
  /// Prepares the compilation of `request`, which must outlive this object.
  explicit InProcessBuild(const BuildRequest &request);

  /// Returns a hash of everything that the module (built program) depends on: code, headers,
  /// options, and the files of the compiler libraries, which are not loaded.
  std::string key() const;
  /// A compiled program, and the names of its compilers.
  struct Module {
    std::string bytes; // in the format of ModuleFile.h
    std::string by;    // its compilers, as inProcessText() names them
  };
  /// Compiles the module (built program). Precondition: code of this kind can be compiled inside
  /// this process. Returns `nullopt` after a reported error.
  std::optional<Module> compile(Diagnostics &diags) const;

private:
  /// Compiled GPU kernels, and the names of their compilers.
  struct Kernels {
    std::string cubin, by;
  };
  std::optional<Kernels> compileKernels(const library::JitObject &object, Diagnostics &diags) const;
  bool mayTakeNvcc() const;

  const BuildRequest &request;
  library::JitSource source;
};

} // namespace stencilc::driver
