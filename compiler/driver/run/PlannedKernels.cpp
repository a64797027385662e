/// \file Compiles the planned kernels in the background, while a run already computes with kernels
/// of single time steps.
#include "driver/run/PlannedKernels.h"
#include "driver/build/CompileModule.h"
#include "support/Colours.h"
#include <fcntl.h>
#include <unistd.h>

namespace stencilc::driver {

bool mayBeginWithOthers(const Options &options, const Pipeline &line, const BuildRequest &request) {
  const bool isWanted = request.kind == BuildKind::Cuda ||
                        (request.kind == BuildKind::CudaOnCpu && options.build.noWait);
  const std::int64_t steps = options.run.steps.value_or(line.program().stepsHint.value_or(100));
  std::string why;
  return isWanted && !options.build.wait && options.run.repeat == 0 && steps > 0 &&
         !findModule(request) && isInProcess(request, why);
}

PlannedKernels::PlannedKernels(const BuildRequest &request) : request(request) {}

PlannedKernels::~PlannedKernels() {
  worker.leave();
  if (thread.joinable())
    thread.join();
}

void PlannedKernels::start() {
  thread = std::thread([this] { compile(); });
}

/// Compiles the planned kernels in a background worker and waits for its end. Then creates the file
/// that the run watches: a link to the built kernels, or an empty file after a failure. The file
/// gets its name only when it is complete.
void PlannedKernels::compile() {
  const BackgroundWorker::End end = compileBeside(request, worker);
  if (end.isLeft)
    return;
  llvm::errs() << end.errors;
  built = end.code == 0 ? findModule(request) : std::nullopt;
  if (built && symlink(built->path.c_str(), place().c_str()) == 0)
    return;
  const llvm::SourceMgr sources;
  Diagnostics(sources, llvm::errs(), wantsColours())
      .report(diag::PlannedKernelsNotBuilt,
              end.said.empty() ? "the process that compiles them has ended early" : end.said);
  if (const int file = open(place().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600); file >= 0)
    close(file);
}

} // namespace stencilc::driver
