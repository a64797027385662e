/// \file A module is opened and run.
#include "driver/RunModule.h"
#include "driver/Driver.h"
#include "stencilc/Main.h"
#include "stencilc/cpu/EmulatedDevice.h"
#include "stencilc/probe/ProbeMain.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include <cstdio>
#include <dlfcn.h>

namespace stencilc::driver {

static std::vector<std::string> ownCommand(const char *word) {
  static const std::string self =
      llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&moduleCommand));
  return {self, word};
}

std::vector<std::string> moduleCommand(const std::string &module) {
  std::vector<std::string> command = ownCommand(kRunModule);
  command.push_back(module);
  return command;
}

static constexpr llvm::StringLiteral kModuleOption = "--module=";

std::vector<std::string> probeCommandOf(const std::string &module) {
  std::vector<std::string> command = ownCommand(kRunProbe);
  if (!module.empty())
    command.push_back(kModuleOption.str() + module);
  return command;
}

/// What a module's function `entry` gives; null after a message.
template <class Description>
static const Description *openModule(const char *file, const char *entry) {
  void *const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  using Entry = const Description *();
  auto *const found = library ? reinterpret_cast<Entry *>(dlsym(library, entry)) : nullptr;
  if (!found)
    std::fprintf(stderr, "stencilc: error: cannot run module '%s': %s\n", file, dlerror());
  return found ? found() : nullptr;
}

int runModule(int argc, const char *const *argv) {
  if (argc < 3) {
    std::fputs("stencilc: error: no module to run\n", stderr);
    return kUserError;
  }
  installEmulatedDevice();
  const auto *const program = openModule<ProgramDescription>(argv[2], "stencilc_module");
  return program ? programMain(*program, argc - 2, argv + 2) : kOurError;
}

int runProbe(int argc, const char *const *argv) {
  installEmulatedDevice();
  int first = 2;
  const ProbeKernels *kernels = nullptr;
  if (llvm::StringRef word = argc > 2 ? argv[2] : ""; word.consume_front(kModuleOption)) {
    kernels = openModule<ProbeKernels>(word.data(), "stencilc_probe");
    if (!kernels)
      return kOurError;
    ++first;
  }
  return probe::probeMain(kernels, argc - first + 1, argv + first - 1);
}

} // namespace stencilc::driver
