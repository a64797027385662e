/// \file `--points` and `--trace`: files of sources and receivers, for runs and for verify.
#pragma once

#include "driver/Options.h"
#include "ir/Interpreter.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// Files by the points that they go with.
using PointFiles = std::vector<std::pair<ir::PointsId, std::string>>;
/// What a run is given about points.
struct PointInputs {
  PointFiles points; // of all that come from files: what --points says, or the source, whose path
                     // is `source`
  PointFiles traces; // that --trace names
};
/// Nothing after a report.
std::optional<PointInputs> pointInputs(const Options &options, const ir::Program &program,
                                       const std::string &source, Diagnostics &diags);
/// As programs take them.
std::vector<std::string> pointArguments(const PointInputs &inputs, const ir::Program &program);

/// Reads coordinates into `setup` and checks all points; false after a report.
bool readPoints(const ir::Program &program, const PointFiles &files, ir::RunSetup &setup,
                Diagnostics &diags);
/// Reports points outside of the grid; false if there are any.
bool checkPoints(const ir::Program &program, const ir::RunSetup &setup, Diagnostics &diags);

/// A receiver's traces, and what it is called in a summary.
struct Traces {
  ir::PointsId receiver;
  std::string path;
  std::int64_t times = 0, points = 0;
  std::vector<double> values; // those of all points for one time after the other
};
/// The files of the traces of all receivers: those `given`, or NAME.npy unless `onlyGiven`.
PointFiles traceFiles(const ir::Program &program, const PointFiles &given, bool onlyGiven);
/// The traces of all receivers, to files `given` or to NAME.npy.
std::vector<Traces> tracesOf(const ir::Program &program, const ir::RunSetup &setup,
                             const ir::RunResult &result, const PointFiles &given);
/// Writes them; false after a report.
bool writeTraces(const ir::Program &program, const std::vector<Traces> &all, Diagnostics &diags);
/// Reads the traces at the path of `wanted` into `found`. Returns how they differ, for people;
/// empty if they do not.
std::string firstDifferentTrace(const ir::Program &program, const Traces &wanted,
                                std::vector<double> &found, Diagnostics &diags);

/// Extents, at least `minimum`, in which all points that come from no file are.
Extents extentsForPoints(const ir::Program &program, Extents minimum,
                         const std::vector<double> &params);
/// Coordinates of some points for those that come from files, anywhere in the grid.
std::vector<std::vector<double>> madePoints(const ir::Program &program, const Extents &grid);
/// Writes them as DIR/points-NAME.npy; false after a report.
bool writePoints(const std::string &folder, const std::vector<std::vector<double>> &points,
                 const ir::Program &program, Diagnostics &diags);

} // namespace stencilc::driver
