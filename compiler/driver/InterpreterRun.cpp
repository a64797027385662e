/// \file A run of the interpreter from the command line.
#include "driver/InterpreterRun.h"
#include "driver/Driver.h"
#include "driver/FileOutput.h"
#include "driver/VerifyCases.h"
#include "stencilc/Reports.h"
#include "llvm/Support/Process.h"
#include <chrono>
#include <cmath>

namespace stencilc::driver {

/// The plane in the middle of the last axis of a 3D array; the array itself in 2D and 1D.
static ir::Grid middleSlice(const ir::Grid &grid, int rank) {
  if (rank < 3)
    return grid;
  std::int64_t plane = grid.extents[0] * grid.extents[1], middle = grid.extents[2] / 2;
  ir::Grid slice{grid.type, {{grid.extents[0], grid.extents[1], 1}}, {}};
  slice.cells.assign(grid.cells.begin() + middle * plane,
                     grid.cells.begin() + (middle + 1) * plane);
  return slice;
}

int runInterpreter(const Options &options, Pipeline &line, const std::vector<Assignment> &params,
                   const std::vector<Assignment> &outs, const std::vector<std::string> &initFiles,
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
  ir::State state = ir::initialState(program, *setup);
  auto index = [&](const std::string &name) {
    for (ir::FieldId id : program.fields.ids())
      if (program.fields[id].name == name)
        return id.index;
    llvm_unreachable("field names were checked");
  };
  for (const std::string &text : initFiles) {
    auto [name, file] = llvm::StringRef(text).split('=');
    std::vector<ir::Grid> &levels = state.fields[index(name.str())];
    auto array = readArray(file.str(), name.str(), levels.front().type, setup->extents,
                           program.rank(), diags);
    if (!array)
      return kUserError;
    for (ir::Grid &level : levels)
      level = *array;
  }
  auto writeSlice = [&](const std::string &file) {
    ir::Grid slice = middleSlice(state.fields[index(picture->field)].front(), program.rank());
    return writeArray(file, slice, std::min(program.rank(), 2), diags);
  };
  if (picture && !writeSlice(picture->before))
    return kUserError;
  std::int64_t steps = options.steps.value_or(program.stepsHint.value_or(100));
  ir::RunResult result;
  const auto shown = [&](const ir::Reported &report) {
    return Reported{report.step, program.reports[report.report].name.c_str(), report.value};
  };
  bool progress = !options.quiet && llvm::sys::Process::StandardErrIsDisplayed();
  auto begin = std::chrono::steady_clock::now();
  while (result.steps < steps && !result.rule) {
    if (progress)
      llvm::errs() << "\rstep " << result.steps << " of " << steps << " ";
    const std::size_t before = result.reports.size();
    ir::interpretStep(program, *setup, state, result);
    for (std::size_t i = before; i < result.reports.size() && !options.json && !options.quiet; ++i)
      llvm::outs() << reportLine(shown(result.reports[i])) << "\n";
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (progress)
    llvm::errs() << "\r";
  if (!options.reports.empty() &&
      !writeFileWhole(options.reports, reportsText(program, result), diags))
    return kUserError;
  for (const auto &[name, file] : outs)
    if (!writeArray(file, state.fields[index(name)].front(), program.rank(), diags))
      return kUserError;
  if (picture && (!writeSlice(picture->after) || !drawPicture(*picture, program, options, diags)))
    return kUserError;
  std::int64_t cells = setup->extents[0] * setup->extents[1] * setup->extents[2];
  if (options.json) {
    llvm::json::Object summary{{"program", program.name},
                               {"target", "interpreter"},
                               {"cells", cells},
                               {"steps", result.steps},
                               {"seconds", seconds}};
    llvm::json::Array reports;
    for (const ir::Reported &report : result.reports) {
      llvm::json::Object item{{"step", report.step}, {"name", program.reports[report.report].name}};
      item["value"] = std::isfinite(report.value) ? llvm::json::Value(report.value)
                                                  : llvm::json::Value(numberText(report.value));
      reports.push_back(std::move(item));
    }
    if (!program.reports.empty())
      summary["reports"] = std::move(reports);
    if (!program.rules.empty())
      summary["until"] = result.rule ? llvm::json::Value(program.rules[*result.rule].source)
                                     : llvm::json::Value(nullptr);
    llvm::outs() << llvm::json::Value(std::move(summary)) << "\n";
  } else if (!options.quiet) {
    llvm::outs() << llvm::formatv("{0}: {1} cells, {2} steps, {3:f3} s in the interpreter\n",
                                  program.name, cells, result.steps, seconds);
    if (!program.rules.empty())
      llvm::outs() << "  until     "
                   << (result.rule ? "step " + std::to_string(result.steps) + ": " +
                                         program.rules[*result.rule].source
                                   : "no rule held, all steps were done")
                   << "\n";
  }
  return kFine;
}

} // namespace stencilc::driver
