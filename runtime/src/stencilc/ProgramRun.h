/// \file A run from the command line: checks, initial files, timed steps, results, measurements.
#pragma once

#include "stencilc/Checkpoints.h"
#include "stencilc/GoingOver.h"
#include "stencilc/Instance.h"
#include "stencilc/NanWatch.h"
#include "stencilc/ProgramInputs.h"
#include "stencilc/Progress.h"
#include "stencilc/RunResults.h"
#include "stencilc/StateFields.h"
#include "stencilc/Summary.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/save/RunSaves.h"

namespace stencilc::inline STENCILC_SPACE {

/// The steps of a run in their order; all() calls them. Everything that can be refused is refused
/// before the first step: a long run must not end with a name that cannot be written.
class ProgramRun {
public:
  /// `ranks`: the processes that share the domain; null: this one alone.
  ProgramRun(const ProgramDescription &program, Device &device, ProgramArguments &arguments,
             const BetterKernels *better, Ranks *ranks = nullptr)
      : program(program), device(device), ranks(ranks), arguments(arguments),
        inputs(program, arguments), results(program, arguments), checkpoints(program, arguments),
        saves(program, arguments), lines(program, arguments.digits), nans(arguments.stopAtNan),
        goingOver(program, device, better) {}

  Status all();
  const Summary &summary() const { return result; }
  /// Whether a signal ended the run before its last step.
  bool isCutShort() const { return cutShort; }
  /// Says which field made --stop-at-nan end the run, and after which step; empty if it did not.
  std::string nanText() const {
    return nans.text(result.fields, arguments.firstStep + result.resumedAt + result.steps);
  }

private:
  Status openInputs();
  bool isResumed() const { return !arguments.resumeFrom.empty(); }
  RunState stateNow() const { return resumed.stateAfter(result, *instance, wantedSteps); }
  Status chooseSteps();
  /// Whether this is the process that prints and writes files.
  bool isFirst() const { return !ranks || ranks->isFirst(); }
  Status createInstance();
  Status openOutputs();
  Status loadInputs();
  Status writeStart() { return results.writeStart(*instance); }
  Status startSaves();

  /// Resets the instance for a repetition, and loads its inputs again.
  Status beginAgain();
  /// Runs once, or with --repeat once to warm up and then as often as asked.
  Status runSteps();

  /// Runs all steps; `seconds` is the time on the device between the first launch and the end.
  /// Waits in between only to show progress on a terminal, and while better kernels are awaited.
  Status timeSteps(double &seconds);
  Status doSteps(Progress &progress);
  void noteInterrupted() const;

  /// A report is a result: it goes to standard output as it comes, unless JSON will hold it.
  void addReport(const Reported &report);

  /// All files are complete on disk before the first one gets its name.
  Status writeResults();
  /// The domain's files, where it rests in such.
  DomainFiles *filesOf() const { return instance ? instance->itsEngine().files() : nullptr; }

  /// Looks at the last state of the fields, and warns of NaN and infinity in it.
  Status lookAtEnd();
  Status measure();
  Status writeSummary();

  void note(const std::string &text) const;
  /// Prints a warning, with -q too.
  void warn(const std::string &text) const;

  const ProgramDescription &program;
  Device &device;
  Ranks *const ranks;
  ProgramArguments &arguments; // signals leave their marks there
  Summary result;
  bool wasLoaded = false;            // the inputs
  bool cutShort = false;             // by a signal
  std::int64_t wantedSteps = 0;      // fewer are done if a rule ends the run
  std::string scratch;               // folder for a domain in files
  Progress *shownProgress = nullptr; // while steps are timed
  OutputFile summaryFile;
  ProgramInputs inputs;
  RunResults results;
  Checkpoints checkpoints;
  RunSaves saves;
  ReportLines lines;
  NanWatch nans;
  ResumedState resumed;
  GoingOver goingOver;
  std::unique_ptr<Instance> instance;
};

} // namespace stencilc::inline STENCILC_SPACE
