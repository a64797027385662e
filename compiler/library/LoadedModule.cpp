/// \file Loads modules (built programs) into this process and unloads them.
#include "library/LoadedModule.h"
#include "library/ModuleFile.h"
#include "runtime/core/device/cuda/ModuleCopies.h"
#include "runtime/simt/EmulatedDevice.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <future>

namespace stencilc::library {

namespace {

/// Prints the place `at` at which an array index was out of bounds, with the `index`, and ends the
/// process. Bounds checks in code for the CPU device, an emulated GPU, call it.
[[noreturn]] void outOfBounds(const stencilc_jit_out_of_bounds *at, std::uintptr_t index) {
  std::fprintf(stderr, "%s:%u:%u: runtime error: index %jd out of bounds for type %s\n", at->file,
               at->line, at->column, static_cast<std::intmax_t>(index), at->array_type->name);
  std::abort();
}

/// Finds the addresses of the symbols to which the object code of a module refers: its CUDA
/// kernels, functions of the C library, and functions of the runtime in this process.
class Symbols {
public:
  /// `kernels` are the loaded CUDA kernels of the module. If it is null and `hasKernels` is true,
  /// loading them has failed, and all kernels get a dummy address.
  Symbols(cuda::Module kernels, bool hasKernels) : kernels(kernels), hasKernels(hasKernels) {}

  void *find(llvm::StringRef name) const {
    if (name == "__ubsan_handle_out_of_bounds_abort")
      return reinterpret_cast<void *>(&outOfBounds);
    // The dynamic loader does not find it in a library that was loaded with RTLD_LOCAL.
    if (name == "stencilc_simt")
      return const_cast<void *>(emulatedDeviceCalls());
    if (void *const known = dlsym(RTLD_DEFAULT, name.str().c_str()))
      return known;
    return hasKernels ? findKernel(name.str()) : nullptr;
  }

private:
  void *findKernel(const std::string &name) const {
    static const int nowhere = 0;
    cuda::Function kernel = nullptr;
    if (kernels && cuda::findShared(kernels, name, kernel))
      return kernel;
    return kernels ? nullptr : const_cast<int *>(&nowhere);
  }

  cuda::Module kernels;
  bool hasKernels;
};

/// Entry function of a module. It returns the address of the module's description.
using Entry = const void *();

} // namespace

bool LoadedModule::openLibrary(const std::string &file, const char *entry, std::string &why) {
  handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto *const describe = handle ? reinterpret_cast<Entry *>(dlsym(handle, entry)) : nullptr;
  if (!describe)
    why = dlerror();
  else
    described = describe();
  return describe != nullptr;
}

bool LoadedModule::openObject(const std::string &file, const char *entry, bool needsKernels,
                              std::string &why) {
  auto bytes =
      llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  const auto parts = bytes ? readModule((*bytes)->getBuffer()) : std::nullopt;
  if (!parts) {
    why = bytes ? "it is not a module" : bytes.getError().message();
    return false;
  }
  // Loading the library of Clang takes about as long as starting CUDA.
  std::string problem;
  std::future<const JitLibrary *> coming =
      std::async(std::launch::async, [&problem] { return JitLibrary::get(problem); });
  const bool hasKernels = !parts->cubin.empty();
  const Status loaded =
      hasKernels ? cuda::loadShared(std::string_view(parts->cubin), kernels) : Status();
  if (!loaded)
    kernels = nullptr;
  const JitLibrary *const jit = coming.get();
  if (!jit) {
    why = problem;
    return false;
  }
  if (!loaded && needsKernels) {
    why = "its kernels cannot be loaded: " + loaded.message();
    return false;
  }
  const Symbols symbols(kernels, hasKernels);
  code = jit->load(parts->object, [&](llvm::StringRef name) { return symbols.find(name); }, why);
  auto *const describe = code ? code->function<Entry>(entry) : nullptr;
  if (code && !describe)
    why = std::string("it has no ") + entry;
  if (describe)
    described = describe();
  return describe != nullptr;
}

std::unique_ptr<LoadedModule> LoadedModule::open(const std::string &file, const char *entry,
                                                 bool needsKernels, std::string &why) {
  std::unique_ptr<LoadedModule> module(new LoadedModule);
  const bool isOpen = llvm::StringRef(file).ends_with(".so")
                          ? module->openLibrary(file, entry, why)
                          : module->openObject(file, entry, needsKernels, why);
  return isOpen ? std::move(module) : nullptr;
}

LoadedModule::~LoadedModule() {
  code.reset(); // its destructors may still use kernels
  if (handle)
    dlclose(handle);
  cuda::unloadShared(kernels);
}

} // namespace stencilc::library
