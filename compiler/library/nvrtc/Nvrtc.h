/// \file Compiles CUDA code to a cubin inside this process, with NVRTC. Needs neither nvcc nor a
/// host compiler.
#pragma once

#include "library/nvrtc/NvrtcCalls.h"
#include "library/nvrtc/NvrtcFiles.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::library {

/// CUDA code to compile with NVRTC, its headers and options.
struct NvrtcRequest {
  struct File {
    std::string path, text; // `path` as #include names it
  };
  std::string name; // of the file, for messages: "heat3d.cu"
  std::string text;
  std::string arch;                         // "sm_90"
  std::vector<File> files;                  // that `text` may include
  std::vector<std::string> options;         // in addition to nvrtcOptions()
  std::vector<std::string> nameExpressions; // kernels to compile: "step<double, 4>"
};

/// Result of a compilation with NVRTC.
struct NvrtcResult {
  std::string cubin;                     // bytes
  std::vector<std::string> loweredNames; // mangled name of each name expression
  std::string log;                       // errors and warnings of the compiler
  std::string why;                       // after a failure: one sentence to print
};

/// Returns the NVRTC options with which all emitted code is compiled. `arch` is a GPU architecture
/// such as "sm_90".
std::vector<std::string> nvrtcOptions(const std::string &arch);

/// Folders in which NVRTC is searched for, and the version of the driver that will run its code.
struct NvrtcSearch {
  bool isGiven = false;  // STENCILC_NVRTC is set, so only `given` is tried
  std::string given;     // path in STENCILC_NVRTC; empty: use no NVRTC
  NvrtcPlaces places;    // searched otherwise
  int driverVersion = 0; // 12080 for CUDA 12.8; 0: no driver, so any NVRTC fits
};
/// Returns the places of this machine in which NVRTC is searched for, and the version of the
/// machine's CUDA driver. If STENCILC_NVRTC is set, its value is the only place.
NvrtcSearch nvrtcSearch();
/// Returns a text about everything that the result of a search for NVRTC depends on: the version of
/// the CUDA driver, and the NVRTC files of this machine. The text changes if they change. Caches
/// use it as a part of their keys.
std::string nvrtcState(const NvrtcSearch &search);
/// Returns true if there is an NVRTC file whose name says that it fits the driver. If no folder has
/// such a file, asks the dynamic loader, which opens the file.
bool isNvrtcThere(const NvrtcSearch &search);

/// An opened NVRTC library. Several threads may call its functions at once.
class Nvrtc {
public:
  /// Returns the newest NVRTC that fits the driver: its major version must not be higher than that
  /// of the driver. The first call searches; later ones return the same result. Returns null and
  /// sets `why` if there is none.
  static const Nvrtc *find(std::string &why);
  /// Searches for NVRTC as `search` says, and opens it. Returns null on failure, and sets `why` to
  /// the reason.
  static std::unique_ptr<Nvrtc> open(const NvrtcSearch &search, std::string &why);

  const std::string &path() const { return file; }
  int major() const { return majorVersion; }
  int minor() const { return minorVersion; }
  /// Returns name and version to print: "NVRTC 13.0".
  std::string versionText() const;
  /// Returns whether this NVRTC can generate code for `arch`, such as "sm_90".
  bool supports(const std::string &arch) const;

  /// Compiles CUDA code to a cubin. Returns false on failure, with the reason in `result.why` and
  /// `result.log`.
  bool compile(const NvrtcRequest &request, NvrtcResult &result) const;

private:
  Nvrtc() = default;
  static std::unique_ptr<Nvrtc> openFile(const std::string &file, int driverVersion,
                                         std::string &why);

  std::string file;
  int majorVersion = 0, minorVersion = 0;
  std::vector<int> archs; // supported architectures; 90 for sm_90
  NvrtcCalls calls;
};

} // namespace stencilc::library
