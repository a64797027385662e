/// \file Reading of point positions from .npy files, and writing of traces.
#pragma once

#include "stencilc/Instance.h"
#include "stencilc/Npy.h"
#include "stencilc/TraceFile.h"
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Reads the positions of the points of `name` from the .npy file `path`, with `rank` coordinates
/// each. Returns false after setting `error`.
bool readPoints(const std::string &path, const std::string &name, int rank,
                std::vector<double> &places, std::string &error);

/// Reads the points of all sources and receivers that come from files. `given` holds indices of
/// sources and receivers, with files that replace those named in the source.
Status loadPoints(const ProgramDescription &program,
                  const std::vector<std::pair<int, std::string>> &given, Instance &instance);

/// The output files of all traces, which hold the values of receivers over time.
class TraceOutputs {
public:
  /// Writes the trace (values over time) of each receiver to the file in `given`, if its index is
  /// there, else to NAME.npy if `areWanted`. Arrays have the shape (times, points) and the field's
  /// type. Files get their names in commit().
  Status write(const ProgramDescription &program,
               const std::vector<std::pair<int, std::string>> &given, bool areWanted,
               const Instance &instance, std::vector<TraceFile> &written);
  Status commit();

private:
  std::deque<NpyOutput> files; // a deque, because files cannot be moved
};

/// Writes the array `values` of shape (`times`, `points`) to a .npy file of type `scalar`. The file
/// gets its name in commit(). Returns false if `file` fails.
bool writeTrace(NpyOutput &file, const std::string &path, Scalar scalar, std::int64_t times,
                std::int64_t points, const std::vector<double> &values);

} // namespace stencilc::inline STENCILC_SPACE
