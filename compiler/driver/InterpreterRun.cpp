/// \file A run of the interpreter from the command line.
#include "driver/InterpreterRun.h"
#include "driver/Driver.h"
#include "driver/FileOutput.h"
#include "driver/ResultFiles.h"
#include "driver/SaveInputs.h"
#include "driver/VerifyCases.h"
#include "stencilc/Reports.h"
#include "stencilc/ResultPaths.h"
#include "llvm/Support/Process.h"
#include <chrono>
#include <cmath>

namespace stencilc::driver {

/// The plane in the middle of the last axis of a 3D array; the array itself in 2D and 1D.
static ir::Grid middleSlice(const ir::NamedArray &array) {
  const ir::Grid &grid = array.grid;
  if (array.axes.size() < 3)
    return grid;
  std::int64_t plane = grid.extents[0] * grid.extents[1], middle = grid.extents[2] / 2;
  ir::Grid slice{grid.type, {{grid.extents[0], grid.extents[1], 1}}, {}};
  slice.cells.assign(grid.cells.begin() + middle * plane,
                     grid.cells.begin() + (middle + 1) * plane);
  return slice;
}

/// Sets the levels that start from files. False after a report.
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
    for (std::size_t n = 0; n < notes.size() && !options.quiet; ++n)
      llvm::errs() << "note: " << notes[n] << "\n";
  }
  return true;
}

namespace {

/// A run of a program and where it stands.
struct Run {
  const Options &options;
  const ir::Program &program;
  Diagnostics &diags;
  ir::RunSetup setup;
  ir::State state;
  ir::RunResult result = {};
  double seconds = 0;
  std::vector<Traces> traces = {};
  InterpreterSaves *saves = nullptr;

  std::int64_t cells() const { return setup.extents[0] * setup.extents[1] * setup.extents[2]; }
};

} // namespace

static std::int64_t stepsOf(const Run &run) {
  return run.options.steps.value_or(run.program.stepsHint.value_or(100));
}

/// Does the steps, prints what is reported after each, and saves what is due. False after a report.
static bool runSteps(Run &run) {
  const Options &options = run.options;
  const std::int64_t steps = stepsOf(run);
  const auto print = [&](const ir::Reported &report) {
    const std::string &name = run.program.reports[report.report].name;
    llvm::outs() << reportLine({report.step, name.c_str(), report.value}) << "\n";
  };
  const bool showsProgress = !options.quiet && llvm::sys::Process::StandardErrIsDisplayed();
  const bool showsReports = !options.json && !options.quiet;
  const auto begin = std::chrono::steady_clock::now();
  if (run.state.steps == 0 && !run.saves->take(run.state, 0, run.diags))
    return false;
  while (run.result.steps < steps && !run.result.rule) {
    if (showsProgress)
      llvm::errs() << "\rstep " << run.result.steps << " of " << steps << " ";
    const std::size_t before = run.result.reports.size();
    ir::interpretStep(run.program, run.setup, run.state, run.result);
    if (!run.saves->take(run.state, run.state.steps, run.diags))
      return false;
    if (showsReports)
      llvm::for_each(llvm::drop_begin(run.result.reports, before), print);
  }
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (showsProgress)
    llvm::errs() << "\r";
  return true;
}

/// Writes what --reports and --out name. False after a report.
static bool writeResults(const Run &run, const std::vector<FieldFile> &outs) {
  if (!run.options.reports.empty() &&
      !writeFileWhole(run.options.reports,
                      reportsText(run.program, run.result, isCsvFile(run.options.reports)),
                      run.diags))
    return false;
  return llvm::all_of(outs, [&](const FieldFile &file) {
    const std::vector<ir::Grid> &levels = run.state.fields[file.field.index];
    return writeField(file.path, run.program, file.field,
                      levels[static_cast<std::size_t>(file.age)], run.diags);
  });
}

/// Writes what the picture shows of the field as it is.
static bool writeSlice(const Run &run, const PictureFiles &picture, const std::string &file) {
  ir::FieldId drawn{0};
  while (ir::namedField(run.program, drawn).name != picture.field) // the name was checked
    ++drawn.index;
  const ir::NamedArray array =
      ir::namedArray(run.program, drawn, run.state.fields[drawn.index].front());
  return writeArray(file, middleSlice(array), std::min(static_cast<int>(array.axes.size()), 2),
                    run.diags);
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
  llvm::json::Array traces;
  for (const Traces &trace : run.traces)
    traces.push_back(llvm::json::Object{{"name", program.points[trace.receiver].name},
                                        {"file", trace.path},
                                        {"times", trace.times},
                                        {"points", trace.points}});
  if (!traces.empty())
    summary["traces"] = std::move(traces);
  llvm::json::Array saved;
  for (const auto &[file, times] : run.saves->told())
    saved.push_back(llvm::json::Object{{"file", file}, {"times", times}});
  if (!saved.empty())
    summary["saves"] = std::move(saved);
  if (!program.rules.empty())
    summary["until"] = run.result.rule ? llvm::json::Value(program.rules[*run.result.rule].source)
                                       : llvm::json::Value(nullptr);
  return summary;
}

static std::string summaryText(const Run &run) {
  const ir::Program &program = run.program;
  std::string text = llvm::formatv("{0}: {1} cells, {2} steps, {3:f3} s in the interpreter\n",
                                   program.name, run.cells(), run.result.steps, run.seconds);
  if (!program.rules.empty())
    text += "  until     " +
            (run.result.rule ? "step " + std::to_string(run.result.steps) + ": " +
                                   program.rules[*run.result.rule].source
                             : std::string("no rule held, all steps were done")) +
            "\n";
  for (const auto &[file, times] : run.saves->told())
    text += llvm::formatv("  saved     {0}: {1} time{2}\n", file, times, times == 1 ? "" : "s");
  for (const Traces &trace : run.traces)
    text += llvm::formatv("  traces    {0}: {1} times at {2} point{3}, in {4}\n",
                          program.points[trace.receiver].name, trace.times, trace.points,
                          trace.points == 1 ? "" : "s", trace.path);
  return text;
}

int runInterpreter(const Options &options, Pipeline &line, const std::vector<double> &params,
                   const std::vector<std::string> &series, const PointInputs &points,
                   const std::vector<FieldFile> &outs, const std::vector<FieldFile> &inits,
                   const PictureFiles *picture) {
  const ir::Program &program = line.program();
  Diagnostics &diags = line.diagnostics();
  if (!program.sizeHint) {
    diags.report(diag::NoSize, program.name);
    return kUserError;
  }
  auto setup = makeSetup(program, *program.sizeHint, line.allFacts().footprint.minimumExtents,
                         params, diags);
  if (!setup)
    return kUserError;
  noteResultPaths(options, outs, program);
  if (!readSeries(program, series, *setup, diags) ||
      !readPoints(program, points.points, *setup, diags))
    return kUserError;
  Run run{options, program, diags, *setup, ir::initialState(program, *setup)};
  run.state.steps = options.firstStep.value_or(0);
  if (!readInits(options, inits, program, run.setup, run.state, diags) ||
      (picture && !writeSlice(run, *picture, picture->before)))
    return kUserError;
  InterpreterSaves saves(options, program, run.setup);
  run.saves = &saves;
  OtherFiles others;
  for (const FieldFile &init : inits)
    others.inputs.emplace_back(ir::namedField(program, init.field).name, init.path);
  for (const FieldFile &out : outs)
    others.outputs.push_back(out.path);
  if (!saves.start(run.state.steps, stepsOf(run), others, diags) || !runSteps(run))
    return kUserError;
  run.traces = tracesOf(program, run.setup, run.result, points.traces);
  if (!writeResults(run, outs) || !writeTraces(program, run.traces, diags) || !saves.finish(diags))
    return kUserError;
  if (picture && (!writeSlice(run, *picture, picture->after) ||
                  !drawPicture(*picture, program, options, diags)))
    return kUserError;
  if (options.json)
    llvm::outs() << summaryJson(run) << "\n";
  else if (!options.quiet)
    llvm::outs() << summaryText(run);
  return kFine;
}

} // namespace stencilc::driver
