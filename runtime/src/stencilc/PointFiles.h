/// \file Coordinates of points from .npy files, and traces to such.
#pragma once

#include "stencilc/Instance.h"
#include "stencilc/Npy.h"
#include "stencilc/TraceFile.h"
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Reads the coordinates of points with `rank` of them each; false with the reason in `error`.
bool readPoints(const std::string &path, const std::string &name, int rank,
                std::vector<double> &places, std::string &error);

/// Reads all points of a program that come from files: those `given` by their number, others from
/// where the source says.
Status loadPoints(const ProgramDescription &program,
                  const std::vector<std::pair<int, std::string>> &given, Instance &instance);

/// The files of the traces of all receivers.
class TraceOutputs {
public:
  /// Writes the traces to files `given` by their number, else to NAME.npy if they are `wanted`.
  /// Each has the shape (times, points) and the type of the field, and no name before commit().
  Status write(const ProgramDescription &program,
               const std::vector<std::pair<int, std::string>> &given, bool areWanted,
               const Instance &instance, std::vector<TraceFile> &written);
  Status commit();

private:
  std::deque<NpyOutput> files; // a deque: files cannot be moved
};

/// Writes `values`, `points` of them for each time, as `scalar`, to a file that gets its name by
/// commit(); false after an error of the file.
bool writeTrace(NpyOutput &file, const std::string &path, Scalar scalar, std::int64_t times,
                std::int64_t points, const std::vector<double> &values);

} // namespace stencilc::inline STENCILC_SPACE
