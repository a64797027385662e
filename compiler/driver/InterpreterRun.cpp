/// \file A run of the interpreter from the command line.
#include "driver/InterpreterRun.h"
#include "driver/Driver.h"
#include "driver/FileOutput.h"
#include "driver/ResultFiles.h"
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

/// Sets the levels that start from files. False after a report.
static bool readInits(const Options &options, const std::vector<FieldFile> &inits,
                      const ir::Program &program, const ir::RunSetup &setup, ir::State &state,
                      Diagnostics &diags) {
  for (std::size_t i = 0; i < inits.size(); ++i) {
    std::vector<std::string> notes;
    auto array = readArray(inits[i].path, program.fields[inits[i].field], setup.extents, program,
                           diags, &notes);
    if (!array)
      return false;
    for (const int age : levelsSetBy(inits[i], inits, program.fields[inits[i].field].levels))
      state.fields[inits[i].field.index][static_cast<std::size_t>(age)] = *array;
    for (std::size_t n = 0; n < notes.size() && !options.quiet; ++n)
      llvm::errs() << "note: " << notes[n] << "\n";
  }
  return true;
}

int runInterpreter(const Options &options, Pipeline &line, const std::vector<double> &params,
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
  noteResultNames(options, outs, program);
  ir::State state = ir::initialState(program, *setup);
  if (!readInits(options, inits, program, *setup, state, diags))
    return kUserError;
  auto writeSlice = [&](const std::string &file) {
    std::size_t drawn = 0;
    while (program.fields[ir::FieldId(drawn)].name != picture->field) // the name was checked
      ++drawn;
    const ir::Grid slice = middleSlice(state.fields[drawn].front(), program.rank());
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
  for (const FieldFile &file : outs)
    if (!writeArray(file.path, state.fields[file.field.index][static_cast<std::size_t>(file.age)],
                    program.rank(), diags))
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
