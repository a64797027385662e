/// \file The measured rate of a run: compared with the prediction, and stored for `stencilc
/// explain`.
#pragma once

#include "driver/draw/Drawings.h"
#include "driver/process/WorkFolder.h"
#include "driver/run/Place.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The measured rate of one `stencilc run`, for the tuning store. No rate is stored for a run on
/// the CPU device, for a program without a planned grid size, or with --devices.
class RunRecord {
public:
  RunRecord(const Options &options, Pipeline &line, const RunPlace &place);
  RunRecord(const RunRecord &) = delete;
  RunRecord &operator=(const RunRecord &) = delete;

  /// Returns extra arguments for the program that runs: the file for the summary of its run, and
  /// the predicted rate.
  std::vector<std::string> arguments() const;
  /// Returns the number of time steps done when the run ended. It includes steps of earlier runs
  /// that this one continued. Returns 0 if the run left no summary.
  std::int64_t steps() const;
  /// Copies into `drawings` the positions of the planes that the finished program chose to draw.
  /// They are in the summary of its run.
  void setPlanes(Drawings &drawings, const ir::Program &program) const;
  /// Stores the measured rate of the run in the tuning store, the file of measurements. `module` is
  /// the built program. Call it after a successful run. Warns if the store cannot be used.
  void keep(const Built &module) const;

private:
  std::optional<llvm::json::Object> summary() const;
  /// Returns the predicted rate of the run in 1e9 updates per second. Returns 0 for a CPU without a
  /// machine file, or with --threads.
  double predicted() const;

  const Options &options;
  Pipeline &line;
  const RunPlace &place;
  bool isKept;
  std::unique_ptr<WorkFolder> folder; // holds the run's summary; null if it could not be made
};

} // namespace stencilc::driver
