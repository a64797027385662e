/// \file Chooses an NVRTC that fits the driver, and opens it.
#include "library/nvrtc/Nvrtc.h"
#include "library/FileState.h"
#include "library/nvrtc/CudaDriverFile.h"
#include "runtime/core/support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include <dlfcn.h>

namespace stencilc::library {

namespace {

const char *const kHint = "install the CUDA toolkit, or Python's package nvidia-cuda-nvrtc "
                          "(nvidia-cuda-nvrtc-cu12 for a driver of CUDA 12)";

/// Returns the CUDA version that the installed driver supports, such as 12080 for 12.8. Returns 0
/// if there is no driver.
int installedDriver() {
  const std::string given = cudaDriverFile();
  void *const library = given.empty() ? nullptr : dlopen(given.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    return 0;
  const auto ask = reinterpret_cast<int (*)(int *)>(dlsym(library, "cuDriverGetVersion"));
  int version = 0;
  if (!ask || ask(&version) != 0)
    version = 0;
  return version; // the library stays open: kernels will need it
}

std::string tooNew(int major, int minor, int driverVersion) {
  return format("NVRTC %d.%d is newer than the driver of this machine, which supports CUDA %d.%d",
                major, minor, driverVersion / 1000, driverVersion % 1000 / 10);
}

/// Returns true if the driver can run code of an NVRTC with the major version `major`.
/// `driverVersion` is 12080 for 12.8.
bool fits(int major, int driverVersion) {
  return driverVersion <= 0 || major <= driverVersion / 1000;
}

/// Returns the number in the name of a GPU architecture: 90 for "sm_90" or "sm_90a". Returns 0 for
/// other names.
int archNumber(llvm::StringRef arch) {
  int number = 0;
  if (!arch.consume_front("sm_"))
    return 0;
  (void)arch.consumeInteger(10, number);
  return number;
}

} // namespace

NvrtcSearch nvrtcSearch() {
  NvrtcSearch search;
  if (const auto given = llvm::sys::Process::GetEnv("STENCILC_NVRTC")) {
    search.isGiven = true;
    search.given = *given;
  } else {
    search.places = nvrtcPlaces();
  }
  search.driverVersion = installedDriver();
  return search;
}

std::string nvrtcState(const NvrtcSearch &search) {
  return std::to_string(search.driverVersion) + "\n" +
         (search.isGiven ? search.given + "\n" + fileState(search.given)
                         : nvrtcFilesState(search.places));
}

bool isNvrtcThere(const NvrtcSearch &search) {
  if (search.isGiven) // the dynamic loader searches a name without '/'
    return llvm::StringRef(search.given).contains('/') ? llvm::sys::fs::exists(search.given)
                                                       : !search.given.empty();
  const auto isOneIn = [&](const NvrtcPlaces &places) {
    return llvm::any_of(nvrtcFiles(places), [&](const NvrtcFile &file) {
      return fits(file.major, search.driverVersion);
    });
  };
  NvrtcPlaces others = search.places;
  others.loader = false;
  return isOneIn(others) || (search.places.loader && isOneIn(search.places));
}

const Nvrtc *Nvrtc::find(std::string &why) {
  struct Found {
    std::string why;
    std::unique_ptr<Nvrtc> nvrtc = open(nvrtcSearch(), why);
  };
  static const Found found;
  why = found.why;
  return found.nvrtc.get();
}

std::unique_ptr<Nvrtc> Nvrtc::openFile(const std::string &file, int driverVersion,
                                       std::string &why) {
  void *const library = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    const char *const said = dlerror(); // includes the path
    why = std::string("NVRTC could not be opened: ") + (said ? said : file.c_str());
    return nullptr;
  }
  std::unique_ptr<Nvrtc> nvrtc(new Nvrtc);
  nvrtc->file = file;
  NvrtcCalls &calls = nvrtc->calls;
  int count = 0;
  if (const std::string missing = findNvrtcCalls(library, calls); !missing.empty())
    why = file + " is not an NVRTC of CUDA 12 or newer: it has no " + missing;
  else if (calls.version(&nvrtc->majorVersion, &nvrtc->minorVersion) != 0 ||
           calls.numSupportedArchs(&count) != 0)
    why = file + " does not report its version";
  else if (!fits(nvrtc->majorVersion, driverVersion))
    why = tooNew(nvrtc->majorVersion, nvrtc->minorVersion, driverVersion);
  else {
    nvrtc->archs.resize(static_cast<std::size_t>(count));
    calls.supportedArchs(nvrtc->archs.data());
    return nvrtc;
  }
  dlclose(library);
  return nullptr;
}

std::unique_ptr<Nvrtc> Nvrtc::open(const NvrtcSearch &search, std::string &why) {
  why.clear();
  if (search.isGiven && search.given.empty()) {
    why = "STENCILC_NVRTC is empty, which disables NVRTC";
    return nullptr;
  }
  if (search.isGiven) {
    std::unique_ptr<Nvrtc> nvrtc = openFile(search.given, search.driverVersion, why);
    if (!nvrtc)
      why = "STENCILC_NVRTC: " + why;
    return nvrtc;
  }
  std::vector<NvrtcFile> files = nvrtcFiles(search.places);
  // Newest version first. Equal versions stay in search order.
  llvm::stable_sort(files, [](const NvrtcFile &a, const NvrtcFile &b) {
    return a.major != b.major ? a.major > b.major : a.minor > b.minor;
  });
  for (const NvrtcFile &file : files) {
    if (!fits(file.major, search.driverVersion))
      why = tooNew(file.major, file.minor, search.driverVersion);
    else if (std::unique_ptr<Nvrtc> nvrtc = openFile(file.path, search.driverVersion, why)) {
      why.clear();
      return nvrtc;
    }
  }
  why = (files.empty() ? "there is no NVRTC on this machine" : why) + "; " + kHint;
  return nullptr;
}

std::string Nvrtc::versionText() const { return format("NVRTC %d.%d", majorVersion, minorVersion); }

bool Nvrtc::supports(const std::string &arch) const {
  return llvm::is_contained(archs, archNumber(arch));
}

} // namespace stencilc::library
