/// \file The planned kernels, compiled while a run is under way that has begun with single steps.
#include "driver/PlannedKernels.h"
#include "support/Colours.h"
#include <fcntl.h>
#include <unistd.h>

namespace stencilc::driver {

bool mayBeginWithSteps(const Options &options, Pipeline &line, const BuildRequest &request) {
  const bool isWanted =
      request.kind == BuildKind::Cuda || (request.kind == BuildKind::CudaOnCpu && options.noWait);
  const std::int64_t steps = options.steps.value_or(line.program().stepsHint.value_or(100));
  std::string why;
  return isWanted && !options.wait && options.repeat == 0 && steps > 0 &&
         line.plan().mayBeginWithSteps() && isInProcess(request, why) && !findModule(request);
}

PlannedKernels::PlannedKernels(const BuildRequest &given) : request(given) {
  request.quiet = true; // that they are compiled has been said
}

PlannedKernels::~PlannedKernels() {
  if (thread.joinable())
    thread.join();
}

void PlannedKernels::start() {
  thread = std::thread([this] { compile(); });
}

/// Word is a link to the module, or an empty file where there will be none; both come at once.
void PlannedKernels::compile() {
  const llvm::SourceMgr sources;
  std::string why;
  Diagnostics heard(sources, [&](const auto &messages) {
    if (messages.front().severity == Severity::Error)
      why = messages.front().text;
  });
  built = build(request, heard);
  if (built && symlink(built->path.c_str(), place().c_str()) == 0)
    return;
  Diagnostics(sources, llvm::errs(), wantsColours()).report(diag::PlannedKernelsNotBuilt, why);
  if (const int file = open(place().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600); file >= 0)
    close(file);
}

} // namespace stencilc::driver
