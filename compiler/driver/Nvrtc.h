/// \file Compilation of CUDA code to a cubin inside this process with NVRTC. It needs neither nvcc,
/// nor a host compiler, nor the CUDA toolkit.
#pragma once

#include "driver/NvrtcCalls.h"
#include "driver/NvrtcFiles.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::driver {

/// CUDA code that NVRTC is to compile.
struct NvrtcRequest {
  struct File {
    std::string path, text; // path as #include writes it
  };
  std::string name; // file name in messages: "heat3d.cu"
  std::string text;
  std::string arch;                         // "sm_90"
  std::vector<File> files;                  // headers that the code may include
  std::vector<std::string> options;         // in addition to nvrtcOptions()
  std::vector<std::string> nameExpressions; // kernels to compile: "step<double, 4>"
};

/// The result of a compilation by NVRTC.
struct NvrtcResult {
  std::string cubin;                     // bytes
  std::vector<std::string> loweredNames; // symbol in the cubin, for each name expression
  std::string log;                       // messages of the compiler
  std::string why;                       // reason of a failure, one sentence
};

/// Returns the NVRTC options with which every module is compiled for `arch`, such as "sm_90".
std::vector<std::string> nvrtcOptions(const std::string &arch);

/// The places in which NVRTC is searched for, and the driver that must be able to run its code.
struct NvrtcSearch {
  bool isGiven = false;  // STENCILC_NVRTC is set: only `given` is used, even if empty
  std::string given;     // the file that STENCILC_NVRTC names
  NvrtcPlaces places;    // searched if not `isGiven`
  int driverVersion = 0; // 12080 is 12.8; 0: no driver, so that any NVRTC fits
};
/// Returns the search for NVRTC that the environment variables and the driver of this machine ask
/// for.
NvrtcSearch nvrtcSearch();
/// Returns a text that changes when the search may find another NVRTC: another driver version, or
/// changed library files. No library is opened for it.
std::string nvrtcState(const NvrtcSearch &search);
/// Returns whether the search finds an NVRTC whose code the driver can run, judged by its file
/// name. A library is opened only if the dynamic loader alone can find it.
bool isNvrtcThere(const NvrtcSearch &search);

/// A loaded NVRTC library. Several threads may call it at once.
class Nvrtc {
public:
  /// Returns the newest NVRTC of this machine whose major version is not above the driver's. Newer
  /// minor versions are allowed. The search is done once per process. Returns null if there is
  /// none; `why` is the reason.
  static const Nvrtc *find(std::string &why);
  /// Searches NVRTC as `search` says and loads it. Returns null if there is none; `why` is the
  /// reason.
  static std::unique_ptr<Nvrtc> open(const NvrtcSearch &search, std::string &why);

  const std::string &path() const { return file; }
  int major() const { return majorVersion; }
  int minor() const { return minorVersion; }
  /// Returns the version as text: "NVRTC 13.0".
  std::string versionText() const;
  /// Returns whether this NVRTC can compile for the GPU architecture `arch`.
  bool supports(const std::string &arch) const;

  /// Compiles the kernels of `request` to a cubin. Returns false on failure; `result.why` and
  /// `result.log` then have the reason.
  bool compile(const NvrtcRequest &request, NvrtcResult &result) const;

private:
  Nvrtc() = default;
  static std::unique_ptr<Nvrtc> openFile(const std::string &file, int driverVersion,
                                         std::string &why);

  std::string file;
  int majorVersion = 0, minorVersion = 0;
  std::vector<int> archs; // 90 for sm_90
  NvrtcCalls calls;
};

} // namespace stencilc::driver
