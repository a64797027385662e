/// \file Main program of `stencilc`: parses the command line, runs the command, returns its exit
/// code.
#include "driver/Driver.h"
#include "driver/build/CompileModule.h"
#include "driver/build/PrecompiledHeaders.h"
#include "driver/cli/Options.h"
#include "driver/cli/StandardOutput.h"
#include "driver/run/RunModule.h"
#include "runtime/core/support/LastWords.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstring>
#include <optional>
#include <pthread.h>
#include <unistd.h>

/// Size in bytes of the stack that commands run on. The compiler recurses over expressions, which
/// may be deep: `max(box(16), u)` is a chain of 35937 operations. Every program that sema accepts
/// fits this stack.
static constexpr std::size_t kStack = std::size_t(256) << 20;

/// Runs `work` in a thread with a stack of kStack bytes and waits for its end. Returns false if the
/// thread could not be started.
template <class Work> static bool runOnLargeStack(Work work) {
  pthread_attr_t attributes;
  pthread_t thread;
  const auto enter = [](void *what) -> void * {
    (*static_cast<Work *>(what))();
    return nullptr;
  };
  const bool isStarted = pthread_attr_init(&attributes) == 0 &&
                         pthread_attr_setstacksize(&attributes, kStack) == 0 &&
                         pthread_create(&thread, &attributes, enter, &work) == 0;
  return isStarted && pthread_join(thread, nullptr) == 0;
}

int main(int argc, char **argv) {
  // Beyond the limit on file sizes, writes then fail with an error that is reported.
  std::signal(SIGXFSZ, SIG_IGN);
  stencilc::sayWhatIsMissing("stencilc");
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    constexpr llvm::StringLiteral text = "stencilc: error: no host memory is left\n";
    [[maybe_unused]] const auto ignored = write(STDERR_FILENO, text.data(), text.size());
    _exit(1);
  });
  if (argc > 1 && std::strcmp(argv[1], stencilc::driver::kRunModule) == 0)
    return stencilc::driver::runModule(argc, argv);
  if (argc > 1 && std::strcmp(argv[1], stencilc::driver::kRunProbe) == 0)
    return stencilc::driver::runProbe(argc, argv);
  if (argc > 1 && std::strcmp(argv[1], stencilc::driver::kCompileModule) == 0)
    return stencilc::driver::compileModule(argc, argv);
  if (argc > 1 && std::strcmp(argv[1], stencilc::driver::kPrecompileHeaders) == 0)
    return stencilc::driver::precompileHeaders(argc, argv);
  stencilc::driver::Options options;
  if (std::optional<int> done = stencilc::driver::parseOptions(argc, argv, options))
    return stencilc::driver::endOutput(*done);
  int exitCode = 2;
  if (runOnLargeStack([&] { exitCode = stencilc::driver::runCommand(options); }))
    return stencilc::driver::endOutput(exitCode);
  llvm::errs() << "stencilc: error: there is no room for a stack of " << (kStack >> 20)
               << " MiB, or for a thread; see 'ulimit -v' and 'ulimit -u'\n";
  return 1;
}
