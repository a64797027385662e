/// \file The command line tool: arguments to driver, exit code back.
#include "driver/CompileModule.h"
#include "driver/Driver.h"
#include "driver/Options.h"
#include "driver/PrecompiledHeaders.h"
#include "driver/RunModule.h"
#include "driver/StandardOutput.h"
#include "llvm/Support/thread.h"
#include <cstring>
#include <optional>

/// Steps of the compiler recurse over expressions, which may be as deep as they are large:
/// `max(box(16), u)` is a chain of 35937 operations. What sema accepts fits this stack (bytes).
static constexpr std::optional<unsigned> kStack = 256u << 20;

int main(int argc, char **argv) {
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
  llvm::thread work(kStack, [&] { exitCode = stencilc::driver::runCommand(options); });
  work.join();
  return stencilc::driver::endOutput(exitCode);
}
