/// \file Compiles the planned kernels in the background while a run already computes with simple
/// one-step kernels. The run then hot-swaps to them.
#pragma once

#include "driver/Companion.h"
#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "driver/Toolchain.h"
#include "driver/WorkFolder.h"
#include <string>
#include <thread>

namespace stencilc::driver {

/// Returns whether a run may begin with one-step kernels while those of `request` are compiled. Not
/// if they are cached, if --repeat or --wait is given, or if the plan cannot. On the CPU device
/// only with --no-wait.
bool mayBeginWithSteps(const Options &options, Pipeline &line, const BuildRequest &request);

/// Compiles the planned kernels in a background worker. When it ends, it places their module, or an
/// empty file after a failure, at the path that the run watches (RunModule.h). The destructor does
/// not wait: the worker goes on and fills the cache for the next run.
class PlannedKernels {
public:
  /// `request` asks for all kernels of the plan. Its `text` must outlive this object.
  explicit PlannedKernels(const BuildRequest &request);
  PlannedKernels(const PlannedKernels &) = delete;
  PlannedKernels &operator=(const PlannedKernels &) = delete;
  ~PlannedKernels();

  /// Returns whether there is a folder for the file that the run watches.
  bool hasPlace() const { return folder.failed().empty(); }
  /// Returns the path that the run watches for the module of planned kernels.
  std::string place() const { return folder.file("planned"); }
  void start();

private:
  void compile();

  BuildRequest request;
  WorkFolder folder;
  std::optional<Built> built; // keeps the module in the cache while the run may open it
  Companion companion;
  std::thread thread; // waits for the worker
};

} // namespace stencilc::driver
