/// \file `--points` and `--trace`: files of sources and receivers, for runs and for verify.
#pragma once

#include "driver/files/RequestFor.h"
#include "ir/interpreter/Interpreter.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// List of pairs: a set of points (sources or receivers), and the path of its file.
using PointFiles = std::vector<std::pair<ir::PointsId, std::string>>;
/// Files of sources and receivers that a run reads and writes.
struct PointInputs {
  /// Files of coordinates, one for each set of points (sources or receivers) that is read from a
  /// file. The path is that of --points, or else the one in the program.
  PointFiles points;
  /// Files for the traces (values over time) of the receivers that --trace names.
  PointFiles traces;
};
/// Collects the paths of the coordinate files of sources and receivers, from --points and the
/// program, and of the trace files (values over time), from --trace. Paths in the program are
/// relative to the folder of its file `source`.
PointInputs pointInputs(const ResolvedRequest &request, const ir::Program &program,
                        const std::string &source);
/// Returns `files` as values of --points or --trace: "name=file.npy".
std::vector<std::string> pointTexts(const PointFiles &files, const ir::Program &program);

/// Reads the coordinates of sources and receivers from `files` into `setup`, and checks that all
/// are inside the grid. Returns false after it has reported an error.
bool readPoints(const ir::Program &program, const PointFiles &files, ir::RunSetup &setup,
                Diagnostics &diags);
/// Checks that all sources and receivers of `setup` are inside the grid. Returns false after it has
/// reported one that is not.
bool checkPoints(const ir::Program &program, const ir::RunSetup &setup, Diagnostics &diags);

/// Traces of one receiver, which are the values at its points over time, and the path of their
/// file.
struct Traces {
  ir::PointsId receiver;
  std::string path;
  std::int64_t times = 0, points = 0;
  std::vector<double> values; // [time][point], `times` x `points` values
};
/// Returns the files for the traces (values over time) of all receivers. A path in `given` is used;
/// otherwise it is NAME.npy. With `onlyGiven`, receivers without a path in `given` are left out.
PointFiles traceFiles(const ir::Program &program, const PointFiles &given, bool onlyGiven);
/// Returns the traces (values over time) of all receivers, from `result` of the interpreter. The
/// paths are those in `given`, or else NAME.npy.
std::vector<Traces> tracesOf(const ir::Program &program, const ir::RunSetup &setup,
                             const ir::RunResult &result, const PointFiles &given);
/// Writes the traces (values over time) of receivers to their .npy files. Returns false after it
/// has reported an error.
bool writeTraces(const ir::Program &program, const std::vector<Traces> &all, Diagnostics &diags);
/// Reads the trace file of `wanted` into `found` and compares the values bit by bit. Returns a text
/// with the first difference, or an empty string if all are equal.
std::string firstDifferentTrace(const ir::Program &program, const Traces &wanted,
                                std::vector<double> &found, Diagnostics &diags);

/// Returns extents in cells, at least `minimum`, of a grid that contains all sources and receivers
/// whose coordinates the program itself gives. Returns `minimum` if that grid would have more than
/// 4 million cells.
Extents extentsForPoints(const ir::Program &program, Extents minimum,
                         const std::vector<double> &params);
/// Returns pseudo-random coordinates inside the grid for each set of points (sources or receivers)
/// that is read from a file. `stencilc verify` tests with them.
std::vector<std::vector<double>> madePoints(const ir::Program &program, const Extents &grid);
/// Writes coordinates to `folder`/points-NAME.npy, for each set of points (sources or receivers)
/// that is read from a file. Returns false after it has reported an error.
bool writePoints(const std::string &folder, const std::vector<std::vector<double>> &points,
                 const ir::Program &program, Diagnostics &diags);

} // namespace stencilc::driver
