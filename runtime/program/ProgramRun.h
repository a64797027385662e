/// \file Execution of a compiled program: checks, initial values, timed time steps, results and
/// measurements.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/parts/ranks/Ranks.h"
#include "runtime/parts/tuning/HotSwap.h"
#include "runtime/program/Checkpoints.h"
#include "runtime/program/FirstStep.h"
#include "runtime/program/NanWatch.h"
#include "runtime/program/Progress.h"
#include "runtime/program/ResumedState.h"
#include "runtime/program/RunResults.h"
#include "runtime/program/RunSaves.h"
#include "runtime/program/Summary.h"
#include "runtime/program/files/ProgramInputs.h"

namespace stencilc::inline STENCILC_SPACE {

/// Run of a compiled program. all() executes its phases in order. Everything that can fail is
/// checked before the first time step, so that a long run does not end because a file cannot be
/// written.
class ProgramRun {
public:
  /// Prepares a run. `ranks` are the processes that share the domain; null means one process.
  ProgramRun(const ProgramDescription &program, Device &device, ProgramArguments &arguments,
             const BetterKernels *better, Ranks *ranks = nullptr)
      : program(program), device(device), ranks(ranks), arguments(arguments),
        inputs(program, arguments), results(program, arguments), checkpoints(program, arguments),
        saves(program, arguments), lines(program, arguments.digits), nans(arguments.stopAtNan),
        hotSwap(program, device, better), firstStep(device) {}

  Status all();
  const Summary &summary() const { return result; }
  /// Returns true if a signal ended the run before its last time step.
  bool isCutShort() const { return cutShort; }
  /// Returns the message of the option --stop-at-nan if it has ended the run, otherwise an empty
  /// text.
  std::string nanText() const {
    return nans.text(result.fields, arguments.stepsBefore() + result.resumedAt + result.steps);
  }

private:
  Status openInputs();
  bool isResumed() const { return !arguments.resumeFrom.empty(); }
  RunState stateNow() const { return resumed.stateAfter(result, *instance, wantedSteps); }
  Status chooseSteps();
  /// Returns true if this is the process that prints and writes files.
  bool isFirst() const { return !ranks || ranks->isFirst(); }
  Status createInstance();
  Status openOutputs();
  Status loadInputs();
  Status writeStart() { return results.writeStart(*instance); }
  Status startSaves();

  /// Resets the simulation for the next repetition of --repeat, and loads its initial values again.
  Status beginAgain();
  /// Runs all time steps once. With --repeat=N, runs them once as a warm-up and then N times.
  Status runSteps();

  /// Runs all time steps. Sets `seconds` to the time on the device from the first launch to the end
  /// of the last step. Waits between steps only where it must, for example to show progress.
  Status timeSteps(double &seconds);
  Status doSteps(Progress &progress);
  void noteInterrupted() const;

  /// Stores a report (a value that the program reports after a time step) for the summary. The
  /// first process also prints it, unless --json, -q or --repeat is given.
  void addReport(const Reported &report);

  /// Writes all result files. All of them are complete on disk before the first file is renamed.
  Status writeResults();
  /// Returns the files that hold the domain, or null if the domain is in memory.
  DomainFiles *filesOf() const { return instance ? instance->itsEngine().files() : nullptr; }

  /// Computes the statistics of the fields after the last time step, and warns of NaN and infinity.
  /// Does nothing with --silent, unless the option --stop-at-nan has ended the run.
  Status lookAtEnd();
  Status measure();
  Status writeSummary();

  void note(const std::string &text) const;
  /// Prints a warning. -q does not suppress it, but --silent does.
  void warn(const std::string &text) const;

  const ProgramDescription &program;
  Device &device;
  Ranks *const ranks;
  ProgramArguments &arguments; // signal handlers set flags in it
  Summary result;
  bool wasLoaded = false;            // initial values have been loaded once
  bool cutShort = false;             // a signal has ended the run
  std::int64_t wantedSteps = 0;      // fewer are done if a rule ends the run
  std::string scratch;               // folder for a domain in files
  Progress *shownProgress = nullptr; // not null while steps are timed
  OutputFile summaryFile;
  ProgramInputs inputs;
  RunResults results;
  Checkpoints checkpoints;
  RunSaves saves;
  ReportLines lines;
  NanWatch nans;
  ResumedState resumed;
  HotSwap hotSwap;
  FirstStep firstStep;
  std::unique_ptr<Instance> instance;
};

} // namespace stencilc::inline STENCILC_SPACE
