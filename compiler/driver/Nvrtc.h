/// \file CUDA text to a cubin inside this process, with NVRTC if there is one: no nvcc, no host
/// compiler, no toolkit.
#pragma once

#include "driver/NvrtcCalls.h"
#include "driver/NvrtcFiles.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::driver {

struct NvrtcRequest {
  struct File {
    std::string path, text; // path as #include writes it
  };
  std::string name; // of the text, for messages: "heat3d.cu"
  std::string text;
  std::string arch;                         // "sm_90"
  std::vector<File> files;                  // that the text may include
  std::vector<std::string> options;         // beside those that keep the bits the IR has fixed
  std::vector<std::string> nameExpressions; // of kernels that are wanted: "step<double, 4>"
};

struct NvrtcResult {
  std::string cubin;                     // bytes
  std::vector<std::string> loweredNames; // one for each name expression, as the cubin has it
  std::string log;                       // what the compiler said: errors, or warnings
  std::string why;                       // where it failed: one sentence for people
};

/// The options of NVRTC that each module is compiled with; `arch` as in sm_90.
std::vector<std::string> nvrtcOptions(const std::string &arch);

/// Where to search, and for which driver.
struct NvrtcSearch {
  bool isGiven = false;  // STENCILC_NVRTC is set: `given` alone counts, also if it is empty
  std::string given;     // a file
  NvrtcPlaces places;    // else
  int driverVersion = 0; // as 12080 for 12.8; 0: no driver, so that any NVRTC will do
};
/// The search that this machine and its environment ask for.
NvrtcSearch nvrtcSearch();
/// What a search depends on, as nvrtcFilesState() has it.
std::string nvrtcState(const NvrtcSearch &search);
/// Whether there is a file that the driver can run code of, by its name. Opens it only where nobody
/// but the loader knows one.
bool isNvrtcThere(const NvrtcSearch &search);

/// An opened NVRTC. All calls may be made by several threads at once.
class Nvrtc {
public:
  /// The newest that the driver can run kernels of: one of the driver's major version, or older.
  /// (Cubins of a newer minor version are fine.) Searched for once in a process; null, and the
  /// reason for people, if there is none.
  static const Nvrtc *find(std::string &why);
  /// NVRTC, searched for now.
  static std::unique_ptr<Nvrtc> open(const NvrtcSearch &search, std::string &why);

  const std::string &path() const { return file; }
  int major() const { return majorVersion; }
  int minor() const { return minorVersion; }
  /// "NVRTC 13.0"
  std::string versionText() const;
  /// Whether it makes code for `arch`.
  bool supports(const std::string &arch) const;

  /// False if it failed; result.why and result.log then say why.
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
