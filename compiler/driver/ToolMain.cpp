/// \file The command line tool: parses the command line, runs the command, returns its exit code.
#include "driver/ToolMain.h"
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

namespace stencilc::driver {

int toolMain(int argc, char **argv) {
  // Beyond the limit on file sizes, writes then fail with an error that is reported.
  std::signal(SIGXFSZ, SIG_IGN);
  sayWhatIsMissing("stencilc");
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    constexpr llvm::StringLiteral text = "stencilc: error: no host memory is left\n";
    [[maybe_unused]] const auto ignored = write(STDERR_FILENO, text.data(), text.size());
    _exit(1);
  });
  if (argc > 1 && std::strcmp(argv[1], kRunModule) == 0)
    return runModule(argc, argv);
  if (argc > 1 && std::strcmp(argv[1], kRunProbe) == 0)
    return runProbe(argc, argv);
  if (argc > 1 && std::strcmp(argv[1], kCompileModule) == 0)
    return compileModule(argc, argv);
  if (argc > 1 && std::strcmp(argv[1], kPrecompileHeaders) == 0)
    return precompileHeaders(argc, argv);
  Options options;
  if (std::optional<int> done = parseOptions(argc, argv, options))
    return endOutput(*done);
  int exitCode = 2;
  if (library::runOnLargeStack([&] { exitCode = runCommand(options); }))
    return endOutput(exitCode);
  llvm::errs() << "stencilc: error: there is no room for a stack of "
               << (library::kLargeStack >> 20)
               << " MiB, or for a thread; see 'ulimit -v' and 'ulimit -u'\n";
  return 1;
}

} // namespace stencilc::driver
