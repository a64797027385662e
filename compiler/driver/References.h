/// \file Runs of the interpreter and their arrays as .npy files: what every program is compared
/// with.
#pragma once

#include "ir/Interpreter.h"
#include "ir/Program.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::driver {

using Assignment = std::pair<std::string, std::string>;

/// "name=value" texts to pairs; the names are checked against `known` and the first wrong one is
/// reported with the nearest. `what` is "parameter" or "field".
std::optional<std::vector<Assignment>> parseAssignments(const std::vector<std::string> &texts,
                                                        const std::vector<std::string> &known,
                                                        llvm::StringRef what, Diagnostics &diags);
std::vector<std::string> paramNames(const ir::Program &program);
std::vector<std::string> fieldNames(const ir::Program &program);

/// Extents and parameters of a run: hints and defaults, overridden by `params`. Refuses extents
/// below `minimum` or beyond this machine's memory, and parameters outside their range.
std::optional<ir::RunSetup> makeSetup(const ir::Program &program, const Extents &extents,
                                      const Extents &minimum, const std::vector<Assignment> &params,
                                      Diagnostics &diags);

/// The array as a .npy file of its own type, C order (last axis first). False after a report.
bool writeArray(const std::string &path, const ir::Grid &grid, int rank, Diagnostics &diags);
/// A .npy file as an array of `type` and `extents` for `field`, which messages name.
std::optional<ir::Grid> readArray(const std::string &path, const std::string &field,
                                  ir::ScalarType type, const Extents &extents, int rank,
                                  Diagnostics &diags);

/// "17x9x5".
std::string toText(const Extents &extents, int rank, const char *separator = "x");

} // namespace stencilc::driver
