/// \file Runs of the interpreter and their arrays as .npy files: what every program is compared
/// with.
#pragma once

#include "ir/Named.h"
#include "stencilc/Description.h"
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

/// The values of all parameters: defaults, overridden by `texts`, name=value each, where the value
/// is written as emitted programs take it. Refuses unknown names and values out of range.
std::optional<std::vector<double>> parameterValues(const ir::Program &program,
                                                   const std::vector<std::string> &texts,
                                                   Diagnostics &diags);

/// Extents and parameters of a run. Refuses extents below `minimum` or beyond this machine's
/// memory.
std::optional<ir::RunSetup> makeSetup(const ir::Program &program, const Extents &extents,
                                      const Extents &minimum, std::vector<double> params,
                                      Diagnostics &diags);

/// What the runtime calls the type.
Scalar scalarOf(ir::ScalarType type);

/// The array as a .npy file of its own type, C order (last axis first). False after a report.
bool writeArray(const std::string &path, const ir::Grid &grid, int rank, Diagnostics &diags);
/// A level of a field or profile, by its number (ir/Named.h), likewise: the cells that are its own.
bool writeField(const std::string &path, const ir::Program &program, ir::FieldId number,
                const ir::Grid &level, Diagnostics &diags);
/// A .npy file, or a .raw one, as an array of field `number` of `extents`, as ir::namedExtents()
/// has them. `notes`, if not null, takes what a run tells of its inputs.
std::optional<ir::Grid> readArray(const std::string &path, const ir::Program &program,
                                  ir::FieldId number, const Extents &extents, Diagnostics &diags,
                                  std::vector<std::string> *notes = nullptr);

/// "17x9x5".
std::string toText(const Extents &extents, int rank, const char *separator = "x");

} // namespace stencilc::driver
