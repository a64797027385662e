/// \file Checks of all files that a run reads or writes, before its first time step.
#pragma once

#include "runtime/program/Arguments.h"
#include "runtime/program/files/RunFiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Adds to `files` an array of initial values for `field`. `path` may name an array in an HDF5
/// file: `run.h5:p@100` is array `p` at time step 100. `isOwn` is true if the source of the program
/// names the file, false if the user does.
void readsArray(RunFiles &files, const std::string &path, const std::string &field, bool isOwn);
void readsSeries(RunFiles &files, const std::string &path, const std::string &name, bool isOwn);
void readsPoints(RunFiles &files, const std::string &path, const std::string &name, bool isOwn);
void writesTraces(RunFiles &files, const std::string &path, const std::string &name, bool isOwn);
/// Adds to `files` the files to which a run saves fields. The run does the time steps after step
/// `before` and up to step `last`. `arguments` has the saves that the user requests, `own` those
/// that the program requests.
void writesSaves(RunFiles &files, const SaveArguments &arguments,
                 const std::vector<SaveRequest> &own, std::int64_t before, std::int64_t last);

/// Checks all files of a run of `steps` time steps. Returns an error message for the first file
/// that cannot be used, or for two uses of the same file. Returns an empty text on success.
std::string checkFiles(const ProgramDescription &program, const ProgramArguments &arguments,
                       std::int64_t steps);

/// Returns true if a run writes files in addition to its summary. A signal then ends the run only
/// after a whole time step.
bool writesResults(const ProgramDescription &program, const ProgramArguments &arguments);

} // namespace stencilc::inline STENCILC_SPACE
