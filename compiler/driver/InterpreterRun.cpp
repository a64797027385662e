/// \file A run of the interpreter from the command line.
#include "driver/InterpreterRun.h"
#include "driver/Driver.h"
#include "llvm/Support/Process.h"
#include <chrono>

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
  bool progress = !options.quiet && llvm::sys::Process::StandardErrIsDisplayed();
  auto begin = std::chrono::steady_clock::now();
  for (std::int64_t step = 0; step < steps; ++step) {
    if (progress)
      llvm::errs() << "\rstep " << step << " of " << steps << " ";
    ir::interpretStep(program, *setup, state);
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (progress)
    llvm::errs() << "\r";
  for (const auto &[name, file] : outs)
    if (!writeArray(file, state.fields[index(name)].front(), program.rank(), diags))
      return kUserError;
  if (picture && (!writeSlice(picture->after) || !drawPicture(*picture, program, options, diags)))
    return kUserError;
  std::int64_t cells = setup->extents[0] * setup->extents[1] * setup->extents[2];
  if (options.json)
    llvm::outs() << llvm::formatv("{0}\n",
                                  llvm::json::Value(llvm::json::Object{{"program", program.name},
                                                                       {"target", "interpreter"},
                                                                       {"cells", cells},
                                                                       {"steps", steps},
                                                                       {"seconds", seconds}}));
  else if (!options.quiet)
    llvm::outs() << llvm::formatv("{0}: {1} cells, {2} steps, {3:f3} s in the interpreter\n",
                                  program.name, cells, steps, seconds);
  return kFine;
}

} // namespace stencilc::driver
