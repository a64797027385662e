/// \file Parses the command line of a compiled program into a request.
#pragma once

#include "runtime/program/request/RunOptions.h"
#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns true if `program` accepts `option`. Options for series, points, receivers or emulated
/// threads are accepted only by programs that have such things.
bool hasOption(const ProgramDescription &program, const RunOption &option);

/// Parses `count` texts of a command line, the first of which is the name of the program, into
/// `request`. Names of fields and parameters stay text. Returns an error message that says how to
/// correct the command line, or an empty text on success.
std::string parseRequest(const ProgramDescription &program, int count, const char *const *texts,
                         RunRequest &request);

/// Returns an error message if two options of `request` exclude each other in every program, or if
/// one needs another that is missing. Otherwise returns an empty text.
std::string conflictIn(const RunRequest &request);
/// Returns an error message if `request` has an option that the engine of `program` does not have,
/// such as --scratch if the program does not stream its domain. Otherwise returns an empty text.
std::string engineConflict(const ProgramDescription &program, const RunRequest &request);

} // namespace stencilc::inline STENCILC_SPACE
