/// \file `stencilc run FILE`: compiles, builds and runs a program. Writes results as files and
/// pictures.
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/process/Interrupt.h"
#include "driver/process/Launches.h"
#include "driver/run/InterpreterRun.h"
#include "driver/run/Place.h"
#include "driver/run/PlanThatBuilds.h"
#include "driver/run/RunInputs.h"
#include "driver/run/RunModule.h"
#include "driver/run/RunPlan.h"
#include "driver/run/RunRecord.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/ranks/Launcher.h"
#include "runtime/parts/state/RunState.h"
#include "runtime/parts/state/StateFile.h"
#include "runtime/program/Main.h"
#include "runtime/program/request/RunOptions.h"
#include "llvm/ADT/StringExtras.h"
#include <csignal>
#include <cstring>

namespace stencilc::driver {

namespace {

/// Reports that the program of a run did not end by itself, for example because of a signal;
/// `error` is the reason. Returns the exit code of the command.
int reportDeath(const std::string &program, const std::string &error, Diagnostics &diags) {
  if (llvm::StringRef(error).starts_with(strsignal(SIGPIPE))) {
    diags.report(diag::OutputNotRead);
    return kUserError;
  }
  diags.report(diag::ProgramDied, program, error);
  return kOurError;
}

} // namespace

/// Returns the grid size, in cells along each axis, that the state file `path` holds. Returns an
/// empty vector if the file cannot be read; the built program will report the reason.
static std::vector<std::int64_t> sizeOfState(const std::string &path) {
  StateReader state;
  std::vector<std::int64_t> size;
  llvm::SmallVector<llvm::StringRef, 3> extents;
  if (!state.open(path, /*withCells=*/false))
    return size;
  const std::string text = sizeOfHead(state.head());
  llvm::StringRef(text).split(extents, ',');
  for (const llvm::StringRef extent : extents)
    if (std::int64_t cells = 0; !extent.getAsInteger(10, cells) && cells > 0)
      size.push_back(cells);
  return size;
}

static int interpret(const Options &options, Pipeline &line, RunInputs &inputs) {
  if (!options.run.checkpoint.empty() || !options.run.resumeFrom.empty()) {
    line.diagnostics().report(diag::InterpreterKeepsNoState);
    return kUserError;
  }
  return runInterpreter(options, line, inputs);
}

/// Runs a program that has been built and waits for its end. Returns its exit code. A negative
/// value means that a signal ended it or that it could not start, and `error` says why.
static int executeRun(const Options &options, const std::vector<std::string> &command,
                      PlannedKernels *planned, std::string &error) {
  if (options.run.verbose)
    llvm::errs() << llvm::join(command, " ") << "\n";
  if (planned)
    planned->start();
  const int status = execute(command, "", error);
  // The program was interrupted before it handled signals, or for the second time.
  if (status < 0 && Interruptible::wasInterrupted())
    Interruptible::endAsAsked();
  return status;
}

/// Returns a copy of `options`. If there is no --size, it has the grid size of the state file that
/// --resume=FILE names.
static Options withSizeOfState(Options options) {
  if (!options.run.resumeFrom.empty() && options.run.size.empty())
    options.run.size = sizeOfState(options.run.resumeFrom);
  return options;
}

/// Finishes a run whose program has ended with the exit code `status`: stores its measured rate,
/// and draws pictures and movies. Under MPI only the first process does so. Returns the exit code
/// of the command.
static int finish(int status, const Options &options, Pipeline &line, RunInputs &inputs,
                  const RunRecord &record, const Built &built) {
  const bool isCutShort =
      status == Interruptible::kBySignal + SIGINT || status == Interruptible::kBySignal + SIGTERM;
  const bool hasResults = status == 0 || isCutShort || status == kEndedAtNan;
  if (!hasResults || !isFirstProcess())
    return status;
  // A run that was cut short, or that waited for files, is no measurement.
  if (options.run.checkpoint.empty() && !inputs.drawings.movies && status == 0)
    record.keep(built);
  record.setPlanes(inputs.drawings, line.program());
  return draw(inputs.drawings, line.program(), options, record.steps(), line.diagnostics())
             ? status
             : kUserError;
}

static int runProgram(const Options &options) {
  if (!options.run.checkpoint.empty())
    keepsState(!options.run.quiet);
  std::optional<BuildLock> turn(std::in_place);
  Pipeline line(options);
  if (!line.frontEnd(options.inputs.front()))
    return kUserError;
  std::optional<RunInputs> inputs = prepareInputs(options, line);
  if (!inputs)
    return kUserError;
  if (options.plan.target == "interpreter")
    return interpret(options, line, *inputs);

  const RunPlace place = choosePlace(options);
  if (!place.note.empty() && !options.run.quiet)
    llvm::errs() << place.note << "\n";
  if (!chooseRunPlan(options, line, place))
    return kUserError;
  if (line.plan().outOfCore)
    inputs->drawings.chooseMiddle();
  Diagnostics &diags = line.diagnostics();
  RunBuild run;
  if (!buildRun(options, line, place, run))
    return kUserError;
  turn.reset();
  const RunRecord record(options, line, place);
  std::vector<std::string> command =
      run.planned ? moduleCommand(run.built->path, run.planned->place(), line.plan().requestText())
                  : moduleCommand(run.built->path);
  RunRequest request = requestOfProgram(options, line, *inputs);
  record.addTo(request);
  llvm::append_range(command, requestWords(request));
  std::string error;
  // After a signal the program ends itself: after a whole time step or traversal, with its results.
  std::optional<Interruptible> interruptible;
  if (line.plan().ranged() || writesResults(options, line.program()))
    interruptible.emplace();
  const int status = executeRun(options, command, run.planned ? &*run.planned : nullptr, error);
  return status < 0 ? reportDeath(run.built->path, error, diags)
                    : finish(status, options, line, *inputs, record, *run.built);
}

int runProgramCommand(const Options &options) {
  const int code = runProgram(withSizeOfState(options));
  if (code != kFine)
    silenceAllButRoot();
  return code;
}

} // namespace stencilc::driver
