/// \file Checks of the files that a command will write: none may be an input, and none may be
/// written twice.
#pragma once

#include "driver/Pipeline.h"
#include "driver/files/FieldArguments.h"
#include "driver/files/PointArguments.h"

namespace stencilc::driver {

/// Checks that a C #include can name the header `name`: no quote, backslash or control character.
/// Returns false after it has reported an error.
bool checkHeaderName(const std::string &name, Diagnostics &diags);

/// Checks the file `text` of emitted code and its headers (.h, .hpp, .f90): they must not overwrite
/// the sources. Returns false after it has reported an error.
bool checkEmittedFiles(const Options &options, Pipeline &line, const std::string &text);

/// Checks that the file `output`, such as a plot, does not overwrite an input file. `role`
/// describes it in messages. Returns false after it has reported an error.
bool checkOutput(const Options &options, Pipeline &line, const std::string &output,
                 const std::string &role);

/// Input files of a run, and its results of --out.
struct GivenFiles {
  const std::vector<FieldFile> &inits, &outs; // --init and --out of the command line
  const std::vector<std::string> &series;     // file of each `series`, in the program's order
  const PointInputs &points;
};
/// Checks all files that a run reads and writes (stencilc/RunFiles.h): no result may overwrite an
/// input or another result. Returns false after it has reported an error.
bool checkRunFiles(const Options &options, Pipeline &line, const GivenFiles &given);

/// Returns whether a run writes files. Such a run, if interrupted, ends after a whole time step.
bool writesResults(const Options &options, const ir::Program &program);

/// Prints a note if a file name of --picture or --movie suggests another format than PNG or GIF.
void noteDrawingNames(const Options &options);
/// Prints a note if a file name of --out or --reports suggests another format than is written, or
/// if results are incomplete. Only for the interpreter: compiled programs print such notes
/// themselves.
void noteResultPaths(const Options &options, const std::vector<FieldFile> &outs,
                     const ir::Program &program);

} // namespace stencilc::driver
