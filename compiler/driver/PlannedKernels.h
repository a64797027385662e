/// \file The planned kernels, compiled while a run is under way that has begun with single steps.
#pragma once

#include "driver/Companion.h"
#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "driver/Toolchain.h"
#include "driver/WorkFolder.h"
#include <string>
#include <thread>

namespace stencilc::driver {

/// Whether this run may begin before `request`, all kernels of what `line` has planned, is
/// compiled: it is not there yet, single steps compile without them, and nobody wants to measure or
/// forbids it. On the CPU device only where --no-wait asks for it.
bool mayBeginWithSteps(const Options &options, Pipeline &line, const BuildRequest &request);

/// Compiles them in a process of its own, and leaves word for the run where it looks for them
/// (RunModule.h). The destructor does not wait: that process goes on alone, and keeps what it
/// compiles for the next run.
class PlannedKernels {
public:
  /// `request` is that of all kernels; its text outlives this.
  explicit PlannedKernels(const BuildRequest &request);
  PlannedKernels(const PlannedKernels &) = delete;
  PlannedKernels &operator=(const PlannedKernels &) = delete;
  ~PlannedKernels();

  /// Whether there is a place to leave word.
  bool hasPlace() const { return folder.failed().empty(); }
  /// The place, for the command of the run.
  std::string place() const { return folder.file("planned"); }
  void start();

private:
  void compile();

  BuildRequest request;
  WorkFolder folder;
  std::optional<Built> built; // in use as long as the run may open it
  Companion companion;
  std::thread thread; // waits for it
};

} // namespace stencilc::driver
