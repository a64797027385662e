/// \file The request of a run: every option, as the user gave it.
#pragma once

#include "runtime/core/instance/RunLimits.h"
#include "runtime/core/stepping/Reports.h"
#include "runtime/core/stepping/SplitSteps.h"
#include "runtime/program/request/Every.h"
#include <optional>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Setting of the progress line that a run prints to standard error. `Auto` shows it on a terminal
/// only.
enum class ProgressMode : std::uint8_t { Auto, Always, Never };

/// Request of a run: every option, as the user gave it. `stencilc run`, the main
/// function of a program and the C interface of the compiler fill this struct by one table of
/// options (RunOptions.h). Names of fields and parameters are still text; resolveRequest() finds
/// them in a program.
struct RunRequest : RunLimits {
  std::vector<std::int64_t> size;               // cells along each axis; empty: not given
  std::optional<std::int64_t> steps, firstStep; // to do; done before this run
  std::vector<std::string> params;              // "name=value"
  std::vector<std::string> seriesFiles, pointFiles, traceFiles; // "name=file.npy"
  std::vector<std::string> inits, outs; // "field=file.npy", "field[t-1]=file.npy"
  /// Arguments for planes to write after the run, before it, and during it (as frames of movies),
  /// such as "field=file.npy" and "field[y=3]=file.npy".
  std::vector<std::string> sliceFiles, startSliceFiles, frameFiles;
  std::int64_t framesEvery = 1;  // time steps between two frames
  std::int64_t framesSize = 480; // most values of a frame along an axis

  std::string reports;       // file for reports; empty: none
  std::string summary;       // file for the summary as JSON; empty: none
  int digits = kShownDigits; // significant digits of printed numbers
  ProgressMode progress = ProgressMode::Auto;
  std::int64_t stopAtNan = 0; // steps between two checks for NaN; 0: only at the end
  int repeat = 0;             // timed repetitions; 0: one timed run without warm-up
  int patience = 0;           // seconds to wait for other processes; 0: no limit
  bool noTrial = false;       // use the kernels that the compiler chose, without a trial
  /// Rates that the trial of an earlier run has measured, for a run without a trial; or empty.
  std::vector<KernelRate> learnt;
  std::string threadOrder; // of the emulated threads, CPU device only; empty: forward
  double predicted = -1;   // rate of the cost model, in 1e9 updates per second; -1: not known
  double started = -1;     // start of stencilc (secondsSinceBoot()); -1: of this process
  std::string copyRates;   // file of measured copy rates (CopyRates.h); empty: none

  std::string checkpoint; // file to which checkpoints are written; empty: none
  Every checkpointEvery;
  std::string resumeFrom;             // checkpoint to start from; empty: none
  std::vector<std::string> saveFiles; // "field=file.h5", "field[z = 64]=file.h5"
  std::int64_t saveEvery = 0;         // steps from one save to the next; 0: not given
  std::optional<Scalar> saveAs;       // type of saved numbers; empty: not given
  std::optional<int> compression;     // level, 0 to 9; empty: not given
  bool noSave = false;                // nothing is saved

  bool json = false, quiet = false, verbose = false, silent = false, help = false;

  std::int64_t stepsBefore() const { return firstStep.value_or(0); }
};

} // namespace stencilc::inline STENCILC_SPACE
