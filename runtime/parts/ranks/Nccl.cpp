/// \file Loads the NCCL library with `dlopen` and checks its version.
#include "runtime/parts/ranks/Nccl.h"
#include "runtime/core/support/Text.h"
#include <cstdlib>
#include <dlfcn.h>
#include <type_traits>

namespace stencilc::inline STENCILC_SPACE {

namespace {

constexpr const char *kNcclFile = "libnccl.so.2";
constexpr int kLeastNccl = 21400; // the first version with non-blocking communicators

struct OpenedNccl {
  Nccl library;
  std::string why;

  OpenedNccl() {
    const char *const given = std::getenv("STENCILC_NCCL");
    why = given && !*given ? "STENCILC_NCCL is empty"
                           : openNcclFile(given ? given : kNcclFile, library);
  }
};

} // namespace

bool isNcclNamed() {
  const char *const given = std::getenv("STENCILC_NCCL");
  return given && *given;
}

std::string ncclVersionText(int number) {
  return format("%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
}

std::string openNcclFile(const std::string &file, Nccl &library) {
  void *const from = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!from)
    return dlerror(); // starts with the file name
  const char *missing = nullptr;
  const auto find = [&](const char *name, auto &function) {
    using Function = std::remove_reference_t<decltype(function)>;
    function = reinterpret_cast<Function>(dlsym(from, name));
    if (!function && !missing)
      missing = name;
  };
  find("ncclGetVersion", library.version);
  if (!library.version || library.version(&library.number) != kNcclSuccess)
    return file + " does not report a version: it is not NCCL";
  // Before NCCL 2.9, version numbers had one digit less, so that they are smaller as well.
  if (library.number < kLeastNccl)
    return file + " is version " +
           (library.number < 10000 ? format("%d", library.number)
                                   : ncclVersionText(library.number)) +
           ", older than " + ncclVersionText(kLeastNccl);
#define STENCILC_NCCL_FUNCTION(name, symbol, result, parameters) find(#symbol, library.name);
#include "runtime/parts/ranks/NcclFunctions.def"
#undef STENCILC_NCCL_FUNCTION
  library.file = file;
  return missing ? file + " has no " + missing : "";
}

const Nccl *openNccl(std::string &why) {
  static const OpenedNccl opened;
  why = opened.why;
  return why.empty() ? &opened.library : nullptr;
}

} // namespace stencilc::inline STENCILC_SPACE
