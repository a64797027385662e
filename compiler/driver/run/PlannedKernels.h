/// \file Compiles the planned kernels in the background, while a run already computes with kernels
/// of single time steps. The run then changes to the planned kernels (hot swap).
#pragma once

#include "driver/Pipeline.h"
#include "driver/build/Toolchain.h"
#include "driver/cli/Options.h"
#include "driver/process/BackgroundWorker.h"
#include "driver/process/WorkFolder.h"
#include <string>
#include <thread>

namespace stencilc::driver {

/// Returns true if a run may begin with other kernels while those of `request` are compiled.
/// Returns false if the cache has them, if --repeat or --wait is given, or if the run has no steps.
/// On the CPU device, an emulated GPU, it is true only with --no-wait.
bool mayBeginWithOthers(const Options &options, const Pipeline &line, const BuildRequest &request);

/// Compiles the planned kernels of a run in a background worker. When it ends, their module (or an
/// empty file after a failure) appears at the path that the run watches. The destructor does not
/// wait for the worker, which continues and fills the cache for the next run.
class PlannedKernels {
public:
  /// Prepares the compilation of `request`, which must ask for all kernels of the plan. The code
  /// that `request.text` points to must outlive this object.
  explicit PlannedKernels(const BuildRequest &request);
  PlannedKernels(const PlannedKernels &) = delete;
  PlannedKernels &operator=(const PlannedKernels &) = delete;
  ~PlannedKernels();

  /// Returns true if the temporary folder could be made through which the run gets its planned,
  /// faster kernels.
  bool hasPlace() const { return folder.failed().empty(); }
  /// Returns the path of the file at which the run will find the planned kernels. The run watches
  /// for it.
  std::string place() const { return folder.file("planned"); }
  void start();

private:
  void compile();

  BuildRequest request;
  WorkFolder folder;
  std::optional<Built> built; // keeps the module in the cache while the run may open it
  BackgroundWorker worker;
  std::thread thread; // waits for the worker
};

} // namespace stencilc::driver
