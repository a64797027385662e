/// \file `stencilc run --target=interpreter`: the reference execution of a program, for small
/// grids.
#include "driver/run/InterpreterRun.h"
#include "driver/Driver.h"
#include "driver/files/FileOutput.h"
#include "driver/files/ResultFiles.h"
#include "driver/files/SaveInputs.h"
#include "driver/process/Interrupt.h"
#include "driver/run/InterpretedFrames.h"
#include "driver/verify/Cases.h"
#include "runtime/core/stepping/Reports.h"
#include "runtime/program/Main.h"
#include "runtime/program/Summary.h"
#include "runtime/program/files/ResultPaths.h"
#include "support/Counted.h"
#include "llvm/Support/Process.h"
#include <chrono>
#include <cmath>

namespace stencilc::driver {

/// Returns the minimum, maximum and mean of each field that the program updates, in the current
/// state.
static std::vector<FieldStatistics> statisticsOf(const ir::Program &program,
                                                 const ir::State &state) {
  std::vector<FieldStatistics> all;
  for (const ir::FieldId id : ir::namedFields(program)) {
    if (!ir::isNamedUpdated(program, id))
      continue;
    const ir::Grid grid = ir::namedArray(program, id, state.fields[id.index].front()).grid;
    StatisticsOfCells cells(ir::namedField(program, id).name, grid.extents[0], grid.extents[1]);
    cells.take(grid.cells.data(), static_cast<std::int64_t>(grid.cells.size()), Scalar::F64);
    all.push_back(cells.done());
  }
  return all;
}

/// Returns the first field with a NaN or infinite cell, or null if there is none.
static const FieldStatistics *firstNotFinite(const std::vector<FieldStatistics> &all) {
  const auto found = llvm::find_if(all, [](const auto &field) { return !field.isFinite(); });
  return found == all.end() ? nullptr : &*found;
}

/// Reads the initial values of fields from the files `inits` into `state`. Returns false after a
/// reported error.
static bool readInits(const Options &options, const std::vector<FieldFile> &inits,
                      const ir::Program &program, const ir::RunSetup &setup, ir::State &state,
                      Diagnostics &diags) {
  for (std::size_t i = 0; i < inits.size(); ++i) {
    std::vector<std::string> notes;
    const ir::FieldId field = inits[i].field;
    auto array = readArray(inits[i].path, program, field,
                           ir::namedExtents(program, field, setup.extents), diags, &notes);
    if (!array)
      return false;
    for (const int age : levelsSetBy(inits[i], inits, ir::namedField(program, field).levels))
      ir::takeNamedArray(program, field, *array,
                         state.fields[field.index][static_cast<std::size_t>(age)]);
    for (std::size_t n = 0; n < notes.size() && !options.run.quiet; ++n)
      llvm::errs() << "note: " << notes[n] << "\n";
  }
  return true;
}

namespace {

/// A run of the interpreter: its inputs, its current state, and its results.
struct Run {
  const Options &options;
  const Drawings &drawings;
  const ir::Program &program;
  Diagnostics &diags;
  ir::RunSetup setup;
  ir::State state;
  ir::RunResult result = {};
  double seconds = 0;
  bool endedAtNan = false;
  std::vector<FieldStatistics> fields = {}; // after the run
  std::vector<Traces> traces = {};
  InterpretedFrames frames = {};
  InterpreterSaves *saves = nullptr;

  std::int64_t cells() const { return setup.extents[0] * setup.extents[1] * setup.extents[2]; }
};

} // namespace

/// Returns whether --stop-at-nan ends the run after the time steps computed so far.
static bool mustStop(const Run &run) {
  const std::int64_t every = run.options.run.stopAtNan;
  return every > 0 && run.result.steps % every == 0 &&
         firstNotFinite(statisticsOf(run.program, run.state));
}

static int digitsOf(const Run &run) { return run.options.run.digits; }

static std::int64_t stepsOf(const Run &run) {
  return run.options.run.steps.value_or(run.program.stepsHint.value_or(100));
}

/// Prints the reports of the last time step on one line. `first` is the index of the first of these
/// reports among all reports of the run.
static void printReports(const Run &run, std::size_t first) {
  std::vector<Reported> all;
  for (const ir::Reported &report : llvm::drop_begin(run.result.reports, first))
    all.push_back({report.step, run.program.reports[report.report].name.c_str(), report.value});
  if (!all.empty())
    llvm::outs() << reportLine(all, digitsOf(run)) << "\n";
}

/// Computes the time steps, prints the reports of each, and saves fields after the steps that the
/// user has chosen. Returns false after a reported error.
static bool runSteps(Run &run) {
  const Options &options = run.options;
  const std::int64_t steps = stepsOf(run);
  const bool showsProgress = !options.run.quiet && llvm::sys::Process::StandardErrIsDisplayed();
  const bool showsReports = !options.run.json && !options.run.quiet;
  const auto begin = std::chrono::steady_clock::now();
  if (run.state.steps == 0 && !run.saves->take(run.state, 0, run.diags))
    return false;
  while (!(run.endedAtNan = mustStop(run)) && run.result.steps < steps && !run.result.rule &&
         !Interruptible::wasInterrupted()) {
    if (showsProgress)
      llvm::errs() << "\rstep " << run.result.steps << " of " << steps << " ";
    const std::size_t before = run.result.reports.size();
    ir::interpretStep(run.program, run.setup, run.state, run.result);
    if (!run.frames.look(run.drawings, run.program, run.state, run.diags) ||
        !run.saves->take(run.state, run.state.steps, run.diags))
      return false;
    if (showsReports)
      printReports(run, before);
  }
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (showsProgress)
    llvm::errs() << "\r";
  return true;
}

/// Writes the files of --reports and --out. Returns false after a reported error.
static bool writeResults(const Run &run, const std::vector<FieldFile> &outs) {
  const std::string &reports = run.drawings.reportsFile(run.options);
  if (!reports.empty() &&
      !writeFileWhole(reports, reportsText(run.program, run.result, isCsvFile(reports)), run.diags))
    return false;
  return llvm::all_of(outs, [&](const FieldFile &file) {
    const std::vector<ir::Grid> &levels = run.state.fields[file.field.index];
    return writeField(file.path, run.program, file.field,
                      levels[static_cast<std::size_t>(file.age)], run.diags);
  });
}

/// Returns the cells of a drawn field or plane in the current state, and the number of axes of
/// these cells: 1 or 2.
static std::pair<ir::Grid, int> drawnCells(const Run &run, const DrawnPlane &drawn) {
  const ir::NamedArray array =
      ir::namedArray(run.program, drawn.field, run.state.fields[drawn.field.index].front());
  return {planeOf(array, drawn.plane), std::min(static_cast<int>(array.axes.size()), 2)};
}

/// Chooses the plane in which values vary most, for pictures and movies that ask for it. Called
/// before the run, and after it with `isEnd`. A picture of a field that is constant before the run
/// gets its plane in the second call.
static void choosePlanes(const Run &run, Drawings &drawings, bool isEnd) {
  drawings.eachPlane([&](DrawnPlane &drawn, bool isMovie) {
    if (drawn.plane.at != kBestPlane || !hasPlanes(run.program, drawn.field))
      return;
    const ir::Grid grid =
        ir::namedArray(run.program, drawn.field, run.state.fields[drawn.field.index].front()).grid;
    PlaneVariation variation({grid.extents[0], grid.extents[1], grid.extents[2]});
    variation.take(grid.cells.data(), static_cast<std::int64_t>(grid.cells.size()), Scalar::F64);
    if (isEnd || isMovie || !variation.isConstant())
      drawn.plane.at = variation.best(drawn.plane.across());
  });
}

/// Writes the cells that the picture shows, before the run or after it. Returns false after a
/// reported error.
static bool writeSlices(const Run &run, bool isAfter) {
  if (!run.drawings.picture)
    return true;
  return llvm::all_of(run.drawings.picture->planes, [&](const PicturedPlane &plane) {
    const auto [cells, rank] = drawnCells(run, plane.drawn);
    return writeArray(isAfter ? plane.after : plane.before, cells, rank, run.diags);
  });
}

static llvm::json::Value jsonOf(const FieldStatistics &field) {
  llvm::json::Object one{{"name", field.name}};
  if (field.hasFinite()) {
    one["minimum"] = field.least;
    one["maximum"] = field.most;
  }
  if (field.isFinite() && std::isfinite(field.mean))
    one["mean"] = field.mean;
  if (!field.isFinite())
    one["not_finite"] = field.notFinite;
  return one;
}

static llvm::json::Value summaryJson(const Run &run) {
  const ir::Program &program = run.program;
  llvm::json::Object summary{{"program", program.name},
                             {"target", "interpreter"},
                             {"cells", run.cells()},
                             {"steps", run.result.steps},
                             {"seconds", run.seconds}};
  llvm::json::Array reports;
  for (const ir::Reported &report : run.result.reports) {
    llvm::json::Object item{{"step", report.step}, {"name", program.reports[report.report].name}};
    item["value"] = std::isfinite(report.value) ? llvm::json::Value(report.value)
                                                : llvm::json::Value(numberText(report.value));
    reports.push_back(std::move(item));
  }
  if (!program.reports.empty())
    summary["reports"] = std::move(reports);
  llvm::json::Array fields;
  for (const FieldStatistics &field : run.fields)
    fields.push_back(jsonOf(field));
  summary["fields"] = std::move(fields);
  llvm::json::Array traces;
  for (const Traces &trace : run.traces)
    traces.push_back(llvm::json::Object{{"name", program.points[trace.receiver].name},
                                        {"file", llvm::json::fixUTF8(trace.path)},
                                        {"times", trace.times},
                                        {"points", trace.points}});
  if (!traces.empty())
    summary["traces"] = std::move(traces);
  llvm::json::Array saved;
  for (const auto &[file, times] : run.saves->told())
    saved.push_back(llvm::json::Object{{"file", llvm::json::fixUTF8(file)}, {"times", times}});
  if (!saved.empty())
    summary["saves"] = std::move(saved);
  if (!program.rules.empty())
    summary["until"] = run.result.rule ? llvm::json::Value(program.rules[*run.result.rule].source)
                                       : llvm::json::Value(nullptr);
  return summary;
}

static std::string summaryText(const Run &run) {
  const ir::Program &program = run.program;
  std::string text =
      llvm::formatv("{0}: {1} cells, {2}, {3:f3} s in the interpreter\n", program.name, run.cells(),
                    counted(run.result.steps, "step"), run.seconds);
  for (const FieldStatistics &field : run.fields)
    text += llvm::formatv("  {0,-9} {1}\n", "field " + field.name,
                          statisticsText(field, digitsOf(run)));
  if (!program.rules.empty())
    text += "  until     " +
            (run.result.rule ? "step " + std::to_string(run.result.steps) + ": " +
                                   program.rules[*run.result.rule].source
                             : std::string("no rule held, all steps were done")) +
            "\n";
  for (const auto &[file, times] : run.saves->told())
    text += llvm::formatv("  saved     {0}: {1} time{2}\n", file, times, times == 1 ? "" : "s");
  for (const Traces &trace : run.traces)
    text +=
        llvm::formatv("  traces    {0}: {1} at {2}, in {3}\n", program.points[trace.receiver].name,
                      counted(trace.times, "time"), counted(trace.points, "point"), trace.path);
  if (!writesResults(run.options, program)) {
    std::vector<std::string> names;
    for (const FieldStatistics &field : run.fields)
      names.push_back(field.name);
    text += "  not kept  " + notKeptText(names) + "\n";
  }
  return text;
}

/// Prints a message for each field that holds NaN or infinity. Returns true if --stop-at-nan has
/// ended the run for that reason.
static bool sayNotFinite(const Run &run) {
  if (const FieldStatistics *field = run.endedAtNan ? firstNotFinite(run.fields) : nullptr)
    llvm::errs() << run.program.name << ": error: " << stoppedText(*field, run.state.steps) << "\n";
  else
    for (const FieldStatistics &each : run.fields)
      if (!each.isFinite())
        llvm::errs() << run.program.name << ": warning: " << unstableText(each) << "\n";
  return run.endedAtNan;
}

/// Writes and draws the results of a run, and prints its summary. Returns the exit code of the
/// command.
static int finish(Run &run, const std::vector<FieldFile> &outs, Drawings &drawings) {
  const Options &options = run.options;
  if (!options.run.silent || run.endedAtNan)
    run.fields = statisticsOf(run.program, run.state);
  const bool isCutShort = run.result.steps < stepsOf(run) && !run.result.rule && !run.endedAtNan;
  if (isCutShort && !options.run.quiet)
    llvm::errs() << "note: interrupted: the results are those after step " << run.result.steps
                 << " of " << stepsOf(run) << "\n";
  if (!writeResults(run, outs) || !writeTraces(run.program, run.traces, run.diags) ||
      !run.saves->finish(run.diags))
    return kUserError;
  choosePlanes(run, drawings, /*isEnd=*/true);
  if (!writeSlices(run, true) || !run.frames.finish(run.diags) ||
      !draw(drawings, run.program, options, run.state.steps, run.diags))
    return kUserError;
  if (options.run.json)
    llvm::outs() << summaryJson(run) << "\n";
  else if (!options.run.quiet)
    llvm::outs() << summaryText(run);
  return sayNotFinite(run) ? kEndedAtNan : isCutShort ? Interruptible::exitCode() : kFine;
}

int runInterpreter(const Options &options, Pipeline &line, RunInputs &inputs) {
  Drawings &drawings = inputs.drawings;
  const ir::Program &program = line.program();
  Diagnostics &diags = line.diagnostics();
  std::optional<Interruptible> interruptible; // a signal ends the run after a whole step
  if (writesResults(options, program))
    interruptible.emplace();
  if (!program.sizeHint) {
    diags.report(diag::NoSize, program.name);
    return kUserError;
  }
  auto setup = makeSetup(program, *program.sizeHint, line.allFacts().footprint.minimumExtents,
                         inputs.request.parameters, diags);
  if (!setup)
    return kUserError;
  noteResultPaths(options, inputs.outs, program);
  if (!readPoints(program, inputs.points.points, *setup, diags) ||
      !readSeries(program, inputs.series, *setup, diags))
    return kUserError;
  Run run{options, drawings, program, diags, *setup, ir::initialState(program, *setup)};
  run.state.steps = options.run.stepsBefore();
  if (!readInits(options, inputs.inits, program, run.setup, run.state, diags))
    return kUserError;
  choosePlanes(run, drawings, /*isEnd=*/false);
  if (!writeSlices(run, false) || !run.frames.begin(drawings, program, run.state, diags))
    return kUserError;
  InterpreterSaves saves(inputs.request.saves, program, run.setup);
  run.saves = &saves;
  if (!saves.start(run.state.steps, stepsOf(run), diags) || !runSteps(run))
    return kUserError;
  run.traces = tracesOf(program, run.setup, run.result, inputs.points.traces);
  return finish(run, inputs.outs, drawings);
}

} // namespace stencilc::driver
