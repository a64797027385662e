/// \file Checks of the files that a command will write: none may be an input, and none may be
/// written twice.
#pragma once

#include "driver/Pipeline.h"
#include "driver/files/FieldArguments.h"
#include "driver/files/PointArguments.h"

namespace stencilc::driver {

/// Checks that a C #include can name the header `name`: it has no quote, backslash or control
/// character. Returns false after it has reported an error.
bool checkHeaderName(const std::string &name, Diagnostics &diags);

/// Checks that the emitted file with the path `text`, its headers (.h, .hpp, .f90) and the file of
/// --depfile overwrite no source: the program, its imports or the machine file. Returns false after
/// it has reported an error.
bool checkEmittedFiles(const Options &options, Pipeline &line, const std::string &text);

/// Checks that the file `output`, such as a plot, does not overwrite an input file. `role`
/// describes it in messages. Returns false after it has reported an error.
bool checkOutput(const Options &options, Pipeline &line, const std::string &output,
                 const std::string &role);

struct RunInputs;
/// Checks all files that a run reads and writes (runtime/program/files/RunFiles.h): no result may
/// overwrite an input or another result. `given` has the files of the command line. Returns false
/// after it has reported an error.
bool checkRunFiles(const Options &options, Pipeline &line, const RunInputs &given);

/// Returns true if a run writes files. Only such a run completes its time step when it is
/// interrupted.
bool writesResults(const Options &options, const ir::Program &program);

/// Prints a note if the file name of a picture or movie has the extension of a format other than
/// PNG or GIF.
void noteDrawingNames(const Options &options);
/// Prints notes for a run of the interpreter: if a file name of --out or --reports has the
/// extension of another format, or if results are incomplete. Compiled programs print such notes
/// themselves.
void noteResultPaths(const Options &options, const std::vector<FieldFile> &outs,
                     const ir::Program &program);

} // namespace stencilc::driver
