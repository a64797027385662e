/// \file Main program of `stencilc`: parses the command line, runs the command, returns its exit
/// code.
#include "driver/Driver.h"
#include "driver/build/CompileModule.h"
#include "driver/build/PrecompiledHeaders.h"
#include "driver/cli/Options.h"
#include "driver/cli/StandardOutput.h"
#include "driver/run/RunModule.h"
#include "library/LargeStack.h"
#include "runtime/core/support/LastWords.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstring>
#include <optional>
#include <unistd.h>

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
  if (stencilc::library::runOnLargeStack([&] { exitCode = stencilc::driver::runCommand(options); }))
    return stencilc::driver::endOutput(exitCode);
  llvm::errs() << "stencilc: error: there is no room for a stack of "
               << (stencilc::library::kLargeStack >> 20)
               << " MiB, or for a thread; see 'ulimit -v' and 'ulimit -u'\n";
  return 1;
}
