/// \file `stencilc run FILE`: compiles, builds and runs a program. Writes results as files and
/// pictures.
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/build/CacheFolder.h"
#include "driver/build/Toolchain.h"
#include "driver/draw/Drawings.h"
#include "driver/files/PointArguments.h"
#include "driver/files/References.h"
#include "driver/files/ResultFiles.h"
#include "driver/files/SaveInputs.h"
#include "driver/machines/Machine.h"
#include "driver/process/Interrupt.h"
#include "driver/process/Launches.h"
#include "driver/run/BeyondMemory.h"
#include "driver/run/Divided.h"
#include "driver/run/InterpreterRun.h"
#include "driver/run/Place.h"
#include "driver/run/PlanThatBuilds.h"
#include "driver/run/RunModule.h"
#include "driver/run/RunRecord.h"
#include "driver/tune/Tuned.h"
#include "plan/interface/Schedule.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/ranks/Launcher.h"
#include "runtime/parts/state/RunState.h"
#include "runtime/parts/state/StateFile.h"
#include "runtime/program/Main.h"
#include "llvm/ADT/StringExtras.h"
#include <csignal>
#include <cstring>

namespace stencilc::driver {

namespace {

/// Inputs and files of one `stencilc run`, after they have been checked.
struct RunInputs {
  std::vector<double> parameters;
  std::vector<FieldFile> inits, outs;
  std::vector<std::string> series; // file of each `series` of the program, in its order
  PointInputs points;
  std::vector<std::string> saves; // `--save` and related options, as arguments of the program
  Drawings drawings;
};

/// Appends the options about printed output, NaN tests and verbosity to `arguments`, the command
/// line of a built program.
void addShownArguments(const Options &options, std::vector<std::string> &arguments) {
  if (options.run.digits > 0)
    arguments.push_back("--digits=" + std::to_string(options.run.digits));
  if (!options.run.progress.empty())
    arguments.push_back("--progress=" + options.run.progress);
  if (options.json)
    arguments.push_back("--json");
  if (options.run.stopAtNan > 0)
    arguments.push_back("--stop-at-nan=" + std::to_string(options.run.stopAtNan));
  if (const std::string &cache = cacheFolder(); !cache.empty())
    arguments.push_back("--copy-rates=" + cache + "/copy-rates");
  if (options.quiet)
    arguments.push_back(options.run.silent ? "--silent" : "-q");
  if (options.verbose)
    arguments.push_back("-v");
}

std::vector<std::string> programArguments(const Options &options, const Pipeline &line,
                                          const RunInputs &inputs) {
  std::vector<std::string> arguments;
  auto add = [&](const std::string &option, const std::string &value) {
    arguments.push_back(option + "=" + value);
  };
  if (!options.program.size.empty()) // otherwise the program chooses the size as Pipeline does
    add("--size", toText(*line.program().sizeHint, line.program().rank(), ","));
  if (options.program.steps)
    add("--steps", std::to_string(*options.program.steps));
  if (options.program.firstStep)
    add("--first-step", std::to_string(*options.program.firstStep));
  for (std::size_t i = 0; i < inputs.series.size(); ++i)
    add("--series", line.program().series[ir::SeriesId{static_cast<std::uint32_t>(i)}].name + "=" +
                        inputs.series[i]);
  llvm::append_range(arguments, pointArguments(inputs.points, line.program()));
  llvm::append_range(arguments, inputs.saves);
  for (const std::string &param : options.program.params)
    add("--param", param);
  for (const FieldFile &init : inputs.inits)
    add("--init", toText(init, line.program()));
  for (const std::string &out : options.run.outs)
    add("--out", out);
  llvm::append_range(arguments, drawingArguments(inputs.drawings, line.program()));
  const std::pair<const char *, const std::string &> given[] = {
      {"--reports", inputs.drawings.reportsFile(options)},
      {"--device-mem", options.run.deviceMemory},
      {"--devices", options.plan.devices},
      {"--host-mem", options.run.hostMemory},
      {"--checksums", options.run.checksums},
      {"--scratch", options.run.scratch},
      {"--checkpoint", options.keep.checkpoint},
      {"--resume", options.keep.resumeFrom},
      {"--checkpoint-every", options.keep.checkpointEvery}};
  for (const auto &[option, value] : given)
    if (!value.empty())
      add(option, value);
  if (options.keep.resume)
    arguments.push_back("--resume");
  if (options.plan.noTrial)
    arguments.push_back("--no-trial");
  if (options.build.threads > 0)
    add("--threads", std::to_string(options.build.threads));
  if (options.run.patience > 0)
    add("--patience", std::to_string(options.run.patience));
  if (options.run.repeat > 0)
    add("--repeat", std::to_string(options.run.repeat));
  if (!options.build.emulate.empty())
    add("--thread-order", options.build.emulate);
  addShownArguments(options, arguments);
  return arguments;
}

/// Prints a note if all fields of a run begin with zeros because no initial values were given.
void noteNoInit(const Options &options, const ir::Program &program) {
  const bool isGiven = !options.run.inits.empty() || !options.keep.resumeFrom.empty();
  const bool hasSource = llvm::any_of(
      program.points, [](const ir::PointsDecl &points) { return !points.isReceiver(); });
  const bool hasInit = llvm::any_of(program.fields, [](const ir::FieldDecl &field) {
    return field.init.valid() || !field.initFile.empty() || !field.olderInits.empty();
  });
  if (!isGiven && !hasSource && !hasInit && !options.quiet)
    llvm::errs()
        << "note: all fields start with 0: no field has an 'init', and no --init is given\n";
}

/// Prints a note if a run with --init uses the step number or the time but has no --first-step.
/// Such a run counts steps from 0, which is wrong if its arrays come from an earlier run.
void noteStepsBefore(const Options &options, const ir::Program &program) {
  if (options.run.inits.empty() || options.program.firstStep || options.quiet)
    return;
  const bool asksForSteps = llvm::any_of(program.exprs, [](const ir::Expr &expr) {
    return std::holds_alternative<ir::StepNumber>(expr.node) ||
           std::holds_alternative<ir::SeriesValue>(expr.node);
  });
  if (asksForSteps)
    llvm::errs() << "note: '" << program.name
                 << "' uses the step number or the time, which start at 0; to continue an earlier "
                    "run, give its number of steps with --first-step=N\n";
}

std::optional<RunInputs> prepareInputs(const Options &options, Pipeline &line) {
  Diagnostics &diags = line.diagnostics();
  const ir::Program &program = line.program();
  auto parameters = parameterValues(program, options.program.params, diags);
  auto inits = parseInits(options, program, diags);
  auto outs = parseOuts(options, program, diags);
  auto series = seriesFiles(options, program, line.inputPath(), diags);
  auto points = pointInputs(options, program, line.inputPath(), diags);
  auto saves = saveWords(options, program, diags);
  if (!parameters || !inits || !outs || !series || !points || !saves)
    return std::nullopt;
  if (!checkRunFiles(options, line, {*inits, *outs, *series, *points}))
    return std::nullopt;
  if (options.keep.resumeFrom.empty()) // a saved state holds all fields, constant ones too
    *inits = initialFiles(program, line.inputPath(), *inits);
  RunInputs inputs{std::move(*parameters),
                   std::move(*inits),
                   std::move(*outs),
                   std::move(*series),
                   std::move(*points),
                   std::move(*saves),
                   {}};
  auto drawings = prepareDrawings(options, program, diags);
  if (!drawings)
    return std::nullopt;
  inputs.drawings = std::move(*drawings);
  noteDrawingNames(options);
  noteNoInit(options, program);
  noteStepsBefore(options, program);
  return inputs;
}

/// Chooses the plan of a run on `place`. Without --schedule it is out of core if --scratch keeps
/// data in files, or if the domain does not fit in memory. Out of core, the domain is copied
/// through the device in chunks of planes. Returns false after it has reported an error.
bool planFor(const RunPlace &place, const Options &options, Pipeline &line) {
  if (place.kind == BuildKind::Cuda) {
    const std::int64_t steps =
        options.program.steps.value_or(line.program().stepsHint.value_or(100));
    line.setDefaultArch(nativeCudaArch());
    line.expectRun(steps * (options.run.repeat + 1));
  }
  const std::string outOfCore = plan::outOfCoreSchedule().name().str();
  if (options.plan.isScheduleFree && (!options.run.scratch.empty() || options.keep.resume))
    return line.choosePlan(place.target(), outOfCore);
  if (!chooseTunedPlan(options, line, place.target()))
    return false;
  const std::string other = scheduleForMemory(options, line, place);
  return other.empty() || line.choosePlan(place.target(), other);
}

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
  if (!options.keep.checkpoint.empty() || !options.keep.resumeFrom.empty()) {
    line.diagnostics().report(diag::InterpreterKeepsNoState);
    return kUserError;
  }
  return runInterpreter(options, line, inputs.parameters, inputs.series, inputs.points, inputs.outs,
                        inputs.inits, inputs.drawings);
}

/// Runs a program that has been built and waits for its end. Returns its exit code. A negative
/// value means that a signal ended it or that it could not start, and `error` says why.
static int executeRun(const Options &options, const std::vector<std::string> &command,
                      PlannedKernels *planned, std::string &error) {
  if (options.verbose)
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
  if (!options.keep.resumeFrom.empty() && options.program.size.empty())
    options.program.size = sizeOfState(options.keep.resumeFrom);
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
  if (options.keep.checkpoint.empty() && !inputs.drawings.movies && status == 0)
    record.keep(built);
  record.setPlanes(inputs.drawings, line.program());
  return draw(inputs.drawings, line.program(), options, record.steps(), line.diagnostics())
             ? status
             : kUserError;
}

static int runProgram(const Options &options) {
  if (!options.keep.checkpoint.empty())
    keepsState(!options.quiet);
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
  if (!place.note.empty() && !options.quiet)
    llvm::errs() << place.note << "\n";
  if (!planFor(place, options, line))
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
      moduleCommand(run.built->path, run.request.singleSteps ? run.planned->place() : "");
  llvm::append_range(command, programArguments(options, line, *inputs));
  llvm::append_range(command, record.arguments());
  std::string error;
  // After a signal the program ends itself: after a whole time step or traversal, with its results.
  std::optional<Interruptible> interruptible;
  if (line.plan().ranged() || writesResults(options, line.program()))
    interruptible.emplace();
  const int status =
      executeRun(options, command, run.request.singleSteps ? &*run.planned : nullptr, error);
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
