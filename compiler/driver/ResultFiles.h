/// \file What a command is about to write: no file of those that it reads, and no file twice.
#pragma once

#include "driver/FieldArguments.h"

namespace stencilc::driver {

/// Whether an #include can hold the name of a header. False after a report.
bool checkHeaderName(const std::string &name, Diagnostics &diags);

/// The text and the headers beside it, which are called like it: not onto the source, and not onto
/// each other. False after a report.
bool checkEmittedFiles(const std::string &source, const std::string &text, Diagnostics &diags);

/// A file that a command writes beside its results, such as a plot: not onto the source.
bool checkOutput(const std::string &source, const std::string &output, Diagnostics &diags);

/// Checks the results of a run: nothing onto the source, no two results in one file, and onto an
/// array that the run starts from only the fields themselves, as runs that go on do: they are
/// written whole, when all has been read.
bool checkRunFiles(const Options &options, const std::vector<FieldFile> &inits,
                   const std::vector<FieldFile> &outs, const ir::Program &program,
                   Diagnostics &diags);

/// What the names of --picture and --movie promise and a PNG or GIF does not keep. Of the other
/// results programs tell that, and the interpreter with noteResultPaths().
void noteDrawingNames(const Options &options);
void noteResultPaths(const Options &options, const std::vector<FieldFile> &outs,
                     const ir::Program &program);

} // namespace stencilc::driver
