/// \file Parses parameter values and NAME=VALUE arguments, and reads and writes .npy files, for
/// runs of the interpreter. The results of these runs are the reference for all compiled programs.
#pragma once

#include "ir/Named.h"
#include "stencilc/Description.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::driver {

/// Returns the values of all parameters: their defaults, replaced by `texts`, each "name=value".
/// Reports an unknown name, a bad number or a value out of range, and returns `nullopt`.
std::optional<std::vector<double>> parameterValues(const ir::Program &program,
                                                   const std::vector<std::string> &texts,
                                                   Diagnostics &diags);

/// Returns the arguments of an interpreter run, made from `extents` (cells along each axis) and
/// parameter values. Returns `nullopt` after it has reported extents below `minimum`, or a grid
/// larger than this machine's memory.
std::optional<ir::RunSetup> makeSetup(const ir::Program &program, const Extents &extents,
                                      const Extents &minimum, std::vector<double> params,
                                      Diagnostics &diags);

/// Returns the Scalar value by which the runtime names the type `type` of the IR.
Scalar scalarOf(ir::ScalarType type);

/// Writes `grid`, which has `rank` axes, to the .npy file `path` in the grid's own type. The shape
/// in the file lists the last axis first, because the first axis is contiguous in memory. Returns
/// false after it has reported an error.
bool writeArray(const std::string &path, const ir::Grid &grid, int rank, Diagnostics &diags);
/// Writes one time level of a field, or a profile (values along some axes only), to the .npy file
/// `path`. `number` identifies it as in ir/Named.h. Cells that only pad the grid are left out.
/// Returns false after it has reported an error.
bool writeField(const std::string &path, const ir::Program &program, ir::FieldId number,
                const ir::Grid &level, Diagnostics &diags);
/// Reads the .npy or .raw file `path` as values of the field `number`, which has `extents` cells
/// along each axis. If values were rounded, appends a sentence to `notes`, unless it is null.
/// Returns `nullopt` after it has reported an error.
std::optional<ir::Grid> readArray(const std::string &path, const ir::Program &program,
                                  ir::FieldId number, const Extents &extents, Diagnostics &diags,
                                  std::vector<std::string> *notes = nullptr);

/// Returns the first `rank` extents as text, with `separator` between them: "17x9x5".
std::string toText(const Extents &extents, int rank, const char *separator = "x");

} // namespace stencilc::driver
