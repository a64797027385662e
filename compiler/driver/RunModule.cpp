/// \file A module is opened and run.
#include "driver/RunModule.h"
#include "driver/Driver.h"
#include "stencilc/Main.h"
#include "stencilc/cpu/EmulatedDevice.h"
#include "llvm/Support/FileSystem.h"
#include <cstdio>
#include <dlfcn.h>

namespace stencilc::driver {

std::vector<std::string> moduleCommand(const std::string &module) {
  static const std::string self =
      llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&moduleCommand));
  return {self, kRunModule, module};
}

static const ProgramDescription *openModule(const char *file) {
  void *const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  using Entry = const ProgramDescription *();
  auto *const entry =
      library ? reinterpret_cast<Entry *>(dlsym(library, "stencilc_module")) : nullptr;
  if (!entry)
    std::fprintf(stderr, "stencilc: error: cannot run module '%s': %s\n", file, dlerror());
  return entry ? entry() : nullptr;
}

int runModule(int argc, const char *const *argv) {
  if (argc < 3) {
    std::fputs("stencilc: error: no module to run\n", stderr);
    return kUserError;
  }
  installEmulatedDevice();
  const ProgramDescription *const program = openModule(argv[2]);
  return program ? programMain(*program, argc - 2, argv + 2) : kOurError;
}

} // namespace stencilc::driver
