/// \file What `stencilc verify` compares: sizes, inputs and the interpreter's results.
#pragma once

#include "driver/FieldArguments.h"
#include "driver/PointArguments.h"
#include "driver/References.h"
#include "ir/Named.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::driver {

/// One run of a program: the same for every schedule and target.
struct VerifyCase {
  Extents extents;
  std::int64_t steps = 0, firstStep = 0;
  std::vector<std::string> params;              // name=value
  ir::State start, end;                         // as the interpreter has them
  ir::RunResult result;                         // likewise
  std::vector<std::vector<double>> series = {}; // what is read in place of the source's
  std::vector<std::vector<double>> points = {}; // likewise
  std::vector<Traces> traces = {};              // of all receivers, to files by these names
};

/// Extents to try when the user gives none: the smallest legal grid, an odd one that ends inside a
/// vector and a block along every axis, and one thin along the contiguous axis.
std::vector<Extents> verifyExtents(const ir::Program &program, const Extents &minimum);

/// Interprets `steps` steps after `firstStep` others. What starts from a file gets random numbers
/// instead, so that any size works, and so do series, which end during longer runs.
std::optional<VerifyCase> makeCase(const ir::Program &program, const Extents &extents,
                                   const Extents &minimum, std::int64_t steps,
                                   const std::vector<std::string> &params, Diagnostics &diags,
                                   std::int64_t firstStep = 0);

/// The smallest extents from `minimum` on, up to a few cells, with which the program starts with
/// finite numbers, and ends so if it does with any: one that divides by nx - 1 does not with 1
/// cell. `minimum` if there are none.
Extents smallestFinite(const ir::Program &program, const Extents &minimum, std::int64_t steps,
                       const std::vector<std::string> &params, Diagnostics &diags);

/// The time levels of a field that are compared: one where all are the same.
int writtenLevels(const ir::Program &program, ir::FieldId field);

/// "p", "p[t-1]": a level as --init and --out name it, and files of it.
std::string arrayName(const ir::Program &program, ir::FieldId field, int age);

/// The first cell in which two arrays differ in any bit, described for people; empty if equal.
std::string firstDifference(const std::string &field, const ir::NamedArray &wanted,
                            const ir::Grid &found, const ir::Program &program);

/// What the interpreter reported, as an emitted program writes it with --reports=FILE.
std::string reportsText(const ir::Program &program, const ir::RunResult &result,
                        bool commas = false);

/// The first line in which two such texts differ, described for people; empty if equal.
std::string firstDifferentReport(const std::string &expected, const std::string &found);

/// Writes series as DIR/series-NAME.npy.
bool writeSeries(const std::string &folder, const VerifyCase &verifyCase,
                 const ir::Program &program, Diagnostics &diags);

/// Writes start and result arrays as DIR/in-FIELD.npy and DIR/out-FIELD.npy, series, and
/// what is reported, if anything can be, as DIR/reports.txt.
bool writeCase(const std::string &folder, const VerifyCase &verifyCase, const ir::Program &program,
               Diagnostics &diags);

} // namespace stencilc::driver
