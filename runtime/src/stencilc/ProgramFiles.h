/// \file The files of a run of an emitted program, checked before its first step.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/RunFiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Adds an array that a run starts from: the file of a path like `run.h5:p@100`. `isOwn`: the
/// program names it.
void readsArray(RunFiles &files, const std::string &path, const std::string &field, bool isOwn);
void readsSeries(RunFiles &files, const std::string &path, const std::string &name, bool isOwn);
void readsPoints(RunFiles &files, const std::string &path, const std::string &name, bool isOwn);
void writesTraces(RunFiles &files, const std::string &path, const std::string &name, bool isOwn);
/// Adds what a run from step `before` to step `last` saves, where the program asks for `own`.
void writesSaves(RunFiles &files, const SaveArguments &arguments,
                 const std::vector<SaveRequest> &own, std::int64_t before, std::int64_t last);

/// Returns the error message for the first file of a run that cannot be used, or the first two that
/// meet; else an empty text. The run does `steps` steps.
std::string checkFiles(const ProgramDescription &program, const ProgramArguments &arguments,
                       std::int64_t steps);

/// Whether a run writes anything but its summary, so that it is worth ending at a whole step.
bool writesResults(const ProgramDescription &program, const ProgramArguments &arguments);

} // namespace stencilc::inline STENCILC_SPACE
