/// \file A module is opened and run.
#include "driver/RunModule.h"
#include "driver/Driver.h"
#include "driver/JitLibrary.h"
#include "driver/ModuleFile.h"
#include "stencilc/Main.h"
#include "stencilc/cpu/EmulatedDevice.h"
#include "stencilc/cuda/Kernels.h"
#include "stencilc/probe/ProbeMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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

namespace {

/// What code that checks bounds calls: says where, and ends the process.
[[noreturn]] void outOfBounds(const stencilc_jit_out_of_bounds *at, std::uintptr_t index) {
  std::fprintf(stderr, "%s:%u:%u: runtime error: index %jd out of bounds for type %s\n", at->file,
               at->line, at->column, static_cast<std::intmax_t>(index), at->array_type->name);
  std::abort();
}

/// The names that a module's object asks for: kernels, or functions of C and of this tool.
class Symbols {
public:
  /// A cubin that cannot be loaded leaves its kernels without a handle: the run will say why the
  /// device cannot be used before it launches any.
  explicit Symbols(llvm::StringRef cubin) : hasKernels(!cubin.empty()) {
    if (hasKernels && !cuda::loadModule(cubin.data(), kernels))
      kernels = nullptr;
  }

  void *find(llvm::StringRef name) const {
    if (name == "__ubsan_handle_out_of_bounds_abort")
      return reinterpret_cast<void *>(&outOfBounds);
    if (void *const known = dlsym(RTLD_DEFAULT, name.str().c_str()))
      return known;
    return hasKernels ? findKernel(name.str()) : nullptr;
  }

private:
  void *findKernel(const std::string &name) const {
    static const int nowhere = 0;
    cuda::Function kernel = nullptr;
    if (kernels && cuda::findKernel(kernels, name, kernel))
      return kernel;
    return kernels ? nullptr : const_cast<int *>(&nowhere);
  }

  bool hasKernels;
  cuda::Module kernels = nullptr;
};

/// A function without parameters that gives what a module is.
using Entry = const void *();

Entry *openLibrary(const std::string &file, const char *name, std::string &why) {
  void *const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto *const entry = library ? reinterpret_cast<Entry *>(dlsym(library, name)) : nullptr;
  if (!entry)
    why = dlerror();
  return entry;
}

/// Code and kernels stay until the process ends.
Entry *openObject(const std::string &file, const char *name, std::string &why) {
  auto bytes =
      llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  const auto parts = bytes ? readModule((*bytes)->getBuffer()) : std::nullopt;
  if (!parts) {
    why = bytes ? "it is no module" : bytes.getError().message();
    return nullptr;
  }
  const JitLibrary *const jit = JitLibrary::get(why);
  if (!jit)
    return nullptr;
  const Symbols symbols(parts->cubin);
  static std::optional<JitCode> code;
  code = jit->load(parts->object, [&](llvm::StringRef name) { return symbols.find(name); }, why);
  auto *const entry = code ? code->function<Entry>(name) : nullptr;
  if (code && !entry)
    why = std::string("it has no ") + name;
  return entry;
}

/// What the function `name` of a module gives; null after a message.
template <class Description> const Description *openModule(llvm::StringRef file, const char *name) {
  std::string why;
  Entry *const entry = file.ends_with(".so") ? openLibrary(file.str(), name, why)
                                             : openObject(file.str(), name, why);
  if (!entry)
    std::fprintf(stderr, "stencilc: error: cannot run module '%s': %s\n", file.str().c_str(),
                 why.c_str());
  return entry ? static_cast<const Description *>(entry()) : nullptr;
}

} // namespace

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
  if (llvm::StringRef word = argc > first ? argv[first] : ""; word.consume_front(kModuleOption)) {
    kernels = openModule<ProbeKernels>(word, "stencilc_probe");
    if (!kernels)
      return kOurError;
    ++first;
  }
  return probe::probeMain(kernels, argc - first, argv + first);
}

} // namespace stencilc::driver
