/// \file Test cases of `stencilc verify`: grid sizes, inputs, and the interpreter's results.
#pragma once

#include "driver/files/FieldArguments.h"
#include "driver/files/PointArguments.h"
#include "driver/files/References.h"
#include "ir/Named.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::driver {

/// One test case of a program. It is the same for every schedule and target.
struct VerifyCase {
  Extents extents;
  std::int64_t steps = 0, firstStep = 0;
  std::vector<std::string> params; // name=value
  ir::State start, end;            // fields of the interpreter before and after the run
  ir::RunResult result;            // reports and traces of the interpreter
  std::vector<std::vector<double>> series = {}; // generated, in place of the program's files
  std::vector<std::vector<double>> points = {}; // likewise: coordinates
  std::vector<Traces> traces = {};              // of all receivers, with the names of their files
};

/// Returns the grid sizes to test without --size: the smallest legal grid, one with odd extents,
/// and one that is thin along the first axis. The odd extents are no multiples of vector or block
/// sizes.
std::vector<Extents> verifyExtents(const ir::Program &program, const Extents &minimum);

/// Makes a test case: interprets `steps` time steps, the first of which has the number `firstStep`,
/// on a grid of `extents`, at least `minimum`. `params` are NAME=VALUE. Pseudo-random numbers
/// replace files of initial values, series (one-dimensional arrays) and points, so that every grid
/// size can be tested. Returns `nullopt` after it has reported an error.
std::optional<VerifyCase> makeCase(const ir::Program &program, const Extents &extents,
                                   const Extents &minimum, std::int64_t steps,
                                   const std::vector<std::string> &params, Diagnostics &diags,
                                   std::int64_t firstStep = 0);

/// Returns the smallest extents for which all initial values are finite, and if possible also the
/// results. The smallest legal grid may fail: a program that divides by nx - 1 needs two cells.
/// Tries up to 3 more cells per axis, and returns `minimum` if these fail, too.
Extents smallestFinite(const ir::Program &program, const Extents &minimum, std::int64_t steps,
                       const std::vector<std::string> &params, Diagnostics &diags);

/// Returns the number of time levels of a field that are compared: 1 for a field that no step
/// updates, otherwise all levels that the program stores.
int writtenLevels(const ir::Program &program, ir::FieldId field);

/// Returns the name of a field at time level t-`age` for --init, --out and file names: "p" for age
/// 0, "p[t-1]" for age 1.
std::string arrayName(const ir::Program &program, ir::FieldId field, int age);

/// Compares two arrays bit by bit. Returns a text with the number of different cells and the first
/// of them, or an empty string if all are equal.
std::string firstDifference(const std::string &field, const ir::NamedArray &wanted,
                            const ir::Grid &found, const ir::Program &program);

/// Returns the interpreter's reported values as text, in the format that a compiled program writes
/// with --reports=FILE. If `commas` is true, it is CSV, otherwise columns are separated by tabs.
std::string reportsText(const ir::Program &program, const ir::RunResult &result,
                        bool commas = false);

/// Compares two texts of reported values. Returns a description of the first different line, or an
/// empty string if both are equal.
std::string firstDifferentReport(const std::string &expected, const std::string &found);

/// Writes the time series of a test case to `folder`/series-NAME.npy. Returns false after it has
/// reported an error.
bool writeSeries(const std::string &folder, const VerifyCase &verifyCase,
                 const ir::Program &program, Diagnostics &diags);

/// Writes a test case into `folder`: initial values as in-FIELD.npy, expected results as
/// out-FIELD.npy, reported values as reports.txt. Also writes its series, points and traces (values
/// at receivers). Returns false after it has reported an error.
bool writeCase(const std::string &folder, const VerifyCase &verifyCase, const ir::Program &program,
               Diagnostics &diags);

} // namespace stencilc::driver
