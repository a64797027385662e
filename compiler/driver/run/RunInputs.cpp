/// \file Checks the inputs and files of one `stencilc run`, and makes the request of its program.
#include "driver/run/RunInputs.h"
#include "driver/build/CacheFolder.h"
#include "runtime/program/FirstStep.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::driver {

/// Prints a note if all fields of a run begin with zeros because no initial values were given.
static void noteNoInit(const Options &options, const ir::Program &program) {
  const bool isGiven = !options.run.inits.empty() || !options.run.resumeFrom.empty();
  const bool hasSource = llvm::any_of(
      program.points, [](const ir::PointsDecl &points) { return !points.isReceiver(); });
  const bool hasInit = llvm::any_of(program.fields, [](const ir::FieldDecl &field) {
    return field.init.valid() || !field.initFile.empty() || !field.olderInits.empty();
  });
  if (!isGiven && !hasSource && !hasInit && !options.run.quiet)
    llvm::errs()
        << "note: all fields start with 0: no field has an 'init', and no --init is given\n";
}

/// Prints a note if a run with --init uses the step number or the time but has no --first-step.
/// Such a run counts steps from 0, which is wrong if its arrays come from an earlier run.
static void noteStepsBefore(const Options &options, const ir::Program &program) {
  if (options.run.inits.empty() || options.run.firstStep || options.run.quiet)
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
  const ir::Program &program = line.program();
  auto request = resolve(options.run, program, line.diagnostics());
  if (!request)
    return std::nullopt;
  RunInputs inputs;
  inputs.request = std::move(*request);
  inputs.inits = fieldFiles(inputs.request.inputs);
  inputs.outs = fieldFiles(inputs.request.outputs);
  inputs.series = seriesFiles(inputs.request, program, line.inputPath());
  inputs.points = pointInputs(inputs.request, program, line.inputPath());
  if (!checkRunFiles(options, line, inputs))
    return std::nullopt;
  if (options.run.resumeFrom.empty()) // a saved state holds all fields, constant ones too
    inputs.inits = initialFiles(program, line.inputPath(), inputs.inits);
  auto drawings = prepareDrawings(options, program, line.diagnostics());
  if (!drawings)
    return std::nullopt;
  inputs.drawings = std::move(*drawings);
  noteDrawingNames(options);
  noteNoInit(options, program);
  noteStepsBefore(options, program);
  return inputs;
}

RunRequest requestOfProgram(const Options &options, const Pipeline &line, const RunInputs &inputs) {
  const ir::Program &program = line.program();
  RunRequest request = options.run;
  if (!request.size.empty()) // otherwise the program chooses the size as Pipeline does
    request.size.assign(program.sizeHint->n.begin(), program.sizeHint->n.begin() + program.rank());
  request.started = startOfProcess();
  request.inits.clear();
  for (const FieldFile &init : inputs.inits)
    request.inits.push_back(toText(init, program));
  request.seriesFiles.clear();
  for (std::size_t i = 0; i < inputs.series.size(); ++i)
    request.seriesFiles.push_back(program.series[ir::SeriesId{static_cast<std::uint32_t>(i)}].name +
                                  "=" + inputs.series[i]);
  request.pointFiles = pointTexts(inputs.points.points, program);
  request.traceFiles = pointTexts(inputs.points.traces, program);
  request.reports = inputs.drawings.reportsFile(options);
  addDrawings(inputs.drawings, program, request);
  if (const std::string &cache = cacheFolder(); !cache.empty())
    request.copyRates = cache + "/copy-rates";
  return request;
}

} // namespace stencilc::driver
