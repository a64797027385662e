/// \file Loads modules (built programs) and runs them.
#include "driver/run/RunModule.h"
#include "driver/Driver.h"
#include "driver/process/ForkedRuns.h"
#include "library/LoadedModule.h"
#include "library/OwnTool.h"
#include "runtime/probe/ProbeMain.h"
#include "runtime/program/LinkedParts.h"
#include "runtime/program/Main.h"
#include "runtime/simt/EmulatedDevice.h"
#include "llvm/ADT/StringRef.h"
#include <cstdio>
#include <sys/stat.h>

namespace stencilc::driver {

static constexpr llvm::StringLiteral kModuleOption = "--module=", kBetterOption = "--better=",
                                     kScheduleOption = "--better-schedule=",
                                     kRunsOption = "--runs=";

std::vector<std::string> moduleCommand(const std::string &module, const std::string &better,
                                       const std::string &schedule) {
  std::vector<std::string> command = {library::ownTool(), kRunModule, module};
  if (!better.empty())
    command.insert(command.end(), {kBetterOption.str() + better, kScheduleOption.str() + schedule});
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

/// Loads the built program `file`, calls its entry function `name`, and returns the result of the
/// call: the description of the program. The program stays loaded until the process ends. Returns
/// null after it has printed an error.
template <class Description> const Description *openModule(llvm::StringRef file, const char *name) {
  std::string why;
  const auto *const module =
      library::LoadedModule::open(file.str(), name, /*needsKernels=*/false, why).release();
  if (!module)
    std::fprintf(stderr, "stencilc: error: cannot run module '%s': %s\n", file.str().c_str(),
                 why.c_str());
  return module ? module->description<Description>() : nullptr;
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
    // It stays loaded until the process ends.
    const auto *const module =
        library::LoadedModule::open(file, "stencilc_module", /*needsKernels=*/true, why).release();
    if (!module)
      std::fprintf(stderr, "stencilc: warning: the run continues with single steps: '%s': %s\n",
                   file.c_str(), why.c_str());
    program = module ? module->description<ProgramDescription>() : nullptr;
    return module ? Answer::Here : Answer::Never;
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
  const char *schedule = "";
  if (word.consume_front(kBetterOption)) {
    coming.file = word;
    ++first;
    if (argc > first + 1 && llvm::StringRef(argv[first + 1]).starts_with(kScheduleOption)) {
      schedule = argv[first + 1] + kScheduleOption.size();
      ++first;
    }
  }
  const BetterKernels better = {ComingModule::look, &coming, schedule};
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
