/// \file What a command is about to write: no file of those that it reads, and no file twice.
#pragma once

#include "driver/FieldArguments.h"
#include "driver/Pipeline.h"
#include "driver/PointArguments.h"

namespace stencilc::driver {

/// Whether an #include can hold the name of a header. False after a report.
bool checkHeaderName(const std::string &name, Diagnostics &diags);

/// Checks the emitted text and the files beside it, which are called like it. False after a report.
bool checkEmittedFiles(const Options &options, Pipeline &line, const std::string &text);

/// Checks a file that a command writes beside its results, such as a plot; `role` is what it is.
/// False after a report.
bool checkOutput(const Options &options, Pipeline &line, const std::string &output,
                 const std::string &role);

/// What a run is given, as far as files are concerned.
struct GivenFiles {
  const std::vector<FieldFile> &inits, &outs; // of the command line
  const std::vector<std::string> &series;     // in their order
  const PointInputs &points;
};
/// Checks all files of a run (stencilc/RunFiles.h): those that the tool reads and draws, and those
/// of the program that it runs. False after a report.
bool checkRunFiles(const Options &options, Pipeline &line, const GivenFiles &given);

/// Whether a run writes anything, so that it is worth ending at a whole step.
bool writesResults(const Options &options, const ir::Program &program);

/// What the names of --picture and --movie promise and a PNG or GIF does not keep. Of the other
/// results programs tell that, and the interpreter with noteResultPaths().
void noteDrawingNames(const Options &options);
void noteResultPaths(const Options &options, const std::vector<FieldFile> &outs,
                     const ir::Program &program);

} // namespace stencilc::driver
