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

/// The measured rate of one `stencilc run`, for the tuning store, the file of measurements. No rate
/// is stored for a run on the CPU device (an emulated GPU), with --devices, or of a program whose
/// grid size was not known when it was planned.
class RunRecord {
public:
  RunRecord(const Options &options, Pipeline &line, const RunPlace &place);
  RunRecord(const RunRecord &) = delete;
  RunRecord &operator=(const RunRecord &) = delete;

  /// Sets three options in `request`, the request of the built program: the file to which it writes
  /// its summary, the predicted rate in 1e9 updates per second, and the rates of kernels that the
  /// trial of an earlier run has measured.
  void addTo(RunRequest &request) const;
  /// Returns the number of time steps done when the run ended. Steps of earlier runs that this run
  /// has continued are included. Returns 0 if the run has written no summary.
  std::int64_t steps() const;
  /// Stores in `drawings` the positions of the planes that the finished run has chosen and written
  /// into its summary. Does nothing if there is no summary.
  void setPlanes(Drawings &drawings, const ir::Program &program) const;
  /// Stores the measured rate of the run in the tuning store, the file of measurements, and the
  /// rates of its trial in the store of trials. `module` is the built program. Must be called only
  /// after a successful run. Warns if a store cannot be used.
  void keep(const Built &module) const;

private:
  std::optional<llvm::json::Object> summary() const;
  /// Returns the predicted rate of the run in 1e9 updates per second. Returns 0 if there is no
  /// prediction: for a CPU without a machine file, and with --threads.
  double predicted() const;

  const Options &options;
  Pipeline &line;
  const RunPlace &place;
  bool isKept;
  std::unique_ptr<WorkFolder> folder; // holds the run's summary; null if it could not be made
};

} // namespace stencilc::driver
