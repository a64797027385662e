/// \file Reading of the positions of points from .npy files, and writing of traces (values of
/// receivers over time).
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/Npy.h"
#include "runtime/files/TraceFile.h"
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Reads the positions of the points of the source or receiver `name` from the .npy file `path`
/// into `places`. The array must have the shape (points, `rank`), with the coordinates of one point
/// in each row. Returns false after setting `error`.
bool readPoints(const std::string &path, const std::string &name, int rank,
                std::vector<double> &places, std::string &error);

/// Reads the positions of the points of all sources and receivers that have files into `instance`.
/// `given` has pairs of the index of a source or receiver and a file of the user, which replaces
/// the file named in the program.
Status loadPoints(const ProgramDescription &program,
                  const std::vector<std::pair<int, std::string>> &given, Instance &instance);

/// Output files of all traces, which hold the values of receivers over time.
class TraceOutputs {
public:
  /// Writes the trace (values over time) of each receiver to a file. `given` has pairs of an index
  /// among sources and receivers and a file of the user. Without such a file, writes to NAME.npy if
  /// `areWanted`. Arrays have the shape (times, points) and the field's type. Files get their names
  /// in commit().
  Status write(const ProgramDescription &program,
               const std::vector<std::pair<int, std::string>> &given, bool areWanted,
               const Instance &instance, std::vector<TraceFile> &written);
  Status commit();

private:
  std::deque<NpyOutput> files; // a deque, because files cannot be moved
};

/// Writes the array `values` of shape (`times`, `points`) to a .npy file of type `scalar`. The file
/// gets its name `path` in commit(). Returns false if `file` fails.
bool writeTrace(NpyOutput &file, const std::string &path, Scalar scalar, std::int64_t times,
                std::int64_t points, const std::vector<double> &values);

} // namespace stencilc::inline STENCILC_SPACE
