/// \file Identity of the runtime and the machine that execute built programs.
#include "driver/verify/Identity.h"
#include "driver/build/BuildId.h"
#include "library/FileState.h"
#include "library/JitLibrary.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Threading.h"
#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <unistd.h>
#include <vector>

namespace stencilc::driver {

/// Returns the build ID of a file, or its size and modification time if it has no build ID.
static std::string identityOf(const std::string &file) {
  const std::string id = buildIdOf(file);
  return id.empty() ? library::fileState(file) : id;
}

/// Returns the lines of /proc/cpuinfo that describe the model of processor 0. Lines that vary, such
/// as the clock rate, are left out.
static std::string processorText() {
  const auto file = llvm::MemoryBuffer::getFileAsStream("/proc/cpuinfo");
  const llvm::StringRef first = file ? (*file)->getBuffer().split("\n\n").first : "";
  std::string text;
  for (const llvm::StringRef line : llvm::split(first, '\n')) {
    const llvm::StringRef name = line.split(':').first.rtrim();
    if (name != "cpu MHz" && name != "bogomips" && name != "processor" && name != "core id" &&
        name != "physical id" && !name.ends_with("apicid"))
      text += line.str() + "\n";
  }
  return text;
}

/// Returns the path of the library whose mathematical functions this process uses.
static std::string mathLibrary() {
  Dl_info info = {};
  double (*const function)(double) = std::exp;
  return dladdr(reinterpret_cast<void *>(function), &info) && info.dli_fname ? info.dli_fname : "";
}

/// Returns the environment variables that can change results, sorted: all whose names begin with
/// STENCILC_ or OMP_. The variables for the ledger (file of known results) and for the cache are
/// left out.
static std::string environmentText() {
  std::vector<std::string> all;
  for (char **variable = environ; *variable; ++variable) {
    const llvm::StringRef text = *variable;
    const bool isRead = text.starts_with("STENCILC_") || text.starts_with("OMP_");
    if (isRead && !text.starts_with("STENCILC_LEDGER") && !text.starts_with("STENCILC_CACHE"))
      all.push_back(text.str());
  }
  std::sort(all.begin(), all.end());
  return llvm::join(all, "\n");
}

std::string runIdentity() {
  std::string why;
  const auto machine = llvm::MemoryBuffer::getFileAsStream("/etc/machine-id");
  return llvm::join_items("\n", kRunnerIdentity, identityOf(library::JitLibrary::file(why)),
                          processorText(), gnu_get_libc_version(), identityOf(mathLibrary()),
                          std::to_string(llvm::hardware_concurrency().compute_thread_count()),
                          machine ? (*machine)->getBuffer().str() : "", environmentText());
}

} // namespace stencilc::driver
