/// \file Loads modules (built programs) and runs them.
#include "driver/run/RunModule.h"
#include "driver/Driver.h"
#include "driver/process/ForkedRuns.h"
#include "library/JitLibrary.h"
#include "library/ModuleFile.h"
#include "library/OwnTool.h"
#include "runtime/core/device/cuda/ModuleCopies.h"
#include "runtime/probe/ProbeMain.h"
#include "runtime/program/LinkedParts.h"
#include "runtime/program/Main.h"
#include "runtime/simt/EmulatedDevice.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/stat.h>

namespace stencilc::driver {

static constexpr llvm::StringLiteral kModuleOption = "--module=", kBetterOption = "--better=",
                                     kRunsOption = "--runs=";

std::vector<std::string> moduleCommand(const std::string &module, const std::string &better) {
  std::vector<std::string> command = {library::ownTool(), kRunModule, module};
  if (!better.empty())
    command.push_back(kBetterOption.str() + better);
  return command;
}

std::vector<std::string> moduleRunsCommand(const std::string &module, const std::string &list) {
  return {library::ownTool(), kRunModule, module, kRunsOption.str() + list};
}

std::vector<std::string> probeCommandOf(const std::string &module) {
  std::vector<std::string> command = {library::ownTool(), kRunProbe};
  if (!module.empty())
    command.push_back(kModuleOption.str() + module);
  return command;
}

namespace {

/// Prints the place `at` at which an array index was out of bounds, with the `index`, and ends the
/// process. Bounds checks in code for the CPU device, an emulated GPU, call it.
[[noreturn]] void outOfBounds(const stencilc_jit_out_of_bounds *at, std::uintptr_t index) {
  std::fprintf(stderr, "%s:%u:%u: runtime error: index %jd out of bounds for type %s\n", at->file,
               at->line, at->column, static_cast<std::intmax_t>(index), at->array_type->name);
  std::abort();
}

/// Finds the addresses of the symbols to which the object code of a built program refers: its CUDA
/// kernels, functions of the C library, and functions of this tool.
class Symbols {
public:
  /// Loads the kernels in `cubin` (GPU code), unless it is empty. If loading fails, all kernels get
  /// a dummy address. No kernel is then launched, because the run first reports why the device
  /// cannot be used.
  explicit Symbols(llvm::StringRef cubin) : hasKernels(!cubin.empty()) {
    if (hasKernels && !cuda::loadShared(std::string_view(cubin), kernels))
      kernels = nullptr;
  }

  /// Returns true if the CUDA kernels of the built program were loaded, or if it has none.
  bool areThere() const { return !hasKernels || kernels; }

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
    if (kernels && cuda::findShared(kernels, name, kernel))
      return kernel;
    return kernels ? nullptr : const_cast<int *>(&nowhere);
  }

  bool hasKernels;
  cuda::Module kernels = nullptr;
};

/// Entry function of a module (a built program). It takes no arguments and returns a pointer to the
/// module's description.
using Entry = const void *();

Entry *openLibrary(const std::string &file, const char *name, std::string &why) {
  void *const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto *const entry = library ? reinterpret_cast<Entry *>(dlsym(library, name)) : nullptr;
  if (!entry)
    why = dlerror();
  return entry;
}

/// Loads a built program from `file` and returns its entry function `name`. Code and kernels stay
/// loaded until the process ends. Returns null and sets `why` on failure. If `needsKernels` is
/// true, it also fails if kernels cannot be loaded.
Entry *openObject(const std::string &file, const char *name, bool needsKernels, std::string &why) {
  auto bytes =
      llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  const auto parts = bytes ? library::readModule((*bytes)->getBuffer()) : std::nullopt;
  if (!parts) {
    why = bytes ? "it is not a module" : bytes.getError().message();
    return nullptr;
  }
  const library::JitLibrary *const jit = library::JitLibrary::get(why);
  if (!jit)
    return nullptr;
  const Symbols symbols(parts->cubin);
  if (needsKernels && !symbols.areThere()) {
    why = "its kernels cannot be loaded";
    return nullptr;
  }
  static std::vector<library::JitCode> all;
  auto code =
      jit->load(parts->object, [&](llvm::StringRef name) { return symbols.find(name); }, why);
  auto *const entry = code ? code->function<Entry>(name) : nullptr;
  if (code && !entry)
    why = std::string("it has no ") + name;
  if (code)
    all.push_back(std::move(*code));
  return entry;
}

/// Loads the built program `file`, calls its entry function `name`, and returns the result of the
/// call: the description of the program. Returns null after it has printed an error.
template <class Description> const Description *openModule(llvm::StringRef file, const char *name) {
  std::string why;
  Entry *const entry = file.ends_with(".so") ? openLibrary(file.str(), name, why)
                                             : openObject(file.str(), name, false, why);
  if (!entry)
    std::fprintf(stderr, "stencilc: error: cannot run module '%s': %s\n", file.str().c_str(),
                 why.c_str());
  return entry ? static_cast<const Description *>(entry()) : nullptr;
}

/// Faster kernels that another process compiles during a run. When they are complete they appear in
/// `file`. `look` tests for the file and loads it, and the run then uses its kernels (hot swap).
struct ComingModule {
  std::string file;

  static BetterKernels::Answer look(void *self, const ProgramDescription *&program) {
    using Answer = BetterKernels::Answer;
    const std::string &file = static_cast<ComingModule *>(self)->file;
    struct stat status;
    if (stat(file.c_str(), &status) != 0)
      return Answer::NotYet;
    if (status.st_size == 0)
      return Answer::Never;
    std::string why;
    Entry *const entry = openObject(file, "stencilc_module", true, why);
    if (!entry)
      std::fprintf(stderr, "stencilc: warning: the run continues with single steps: '%s': %s\n",
                   file.c_str(), why.c_str());
    program = entry ? static_cast<const ProgramDescription *>(entry()) : nullptr;
    return entry ? Answer::Here : Answer::Never;
  }
};

} // namespace

int runModule(int argc, const char *const *argv) {
  if (argc < 3) {
    std::fputs("stencilc: error: no module to run\n", stderr);
    return kUserError;
  }
  installEmulatedDevice();
  const auto *const opened = openModule<ProgramDescription>(argv[2], "stencilc_module");
  if (!opened)
    return kOurError;
  const ProgramDescription program = withLinkedParts(*opened);
  int first = 2; // argv index of the word that the program takes for its own name
  ComingModule coming;
  llvm::StringRef word = argc > 3 ? argv[3] : "";
  if (word.consume_front(kRunsOption))
    return forkRuns(program, argv[first], word.str());
  if (word.consume_front(kBetterOption)) {
    coming.file = word;
    ++first;
  }
  const BetterKernels better = {ComingModule::look, &coming};
  return programMain(program, argc - first, argv + first, coming.file.empty() ? nullptr : &better);
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
