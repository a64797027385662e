/// \file Coordinates of points from .npy files, and traces to such.
#pragma once

#include "stencilc/Instance.h"
#include "stencilc/TraceFile.h"
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

/// Writes the traces of all receivers: to files `given` by their number, else to NAME.npy if they
/// are `wanted`. Each has the shape (times, points) and the type of the field.
Status writeTraces(const ProgramDescription &program,
                   const std::vector<std::pair<int, std::string>> &given, bool areWanted,
                   const Instance &instance, std::vector<TraceFile> &written);

/// Writes `values`, `points` of them for each time, as `scalar`; false with the reason in `error`.
bool writeTrace(const std::string &path, Scalar scalar, std::int64_t times, std::int64_t points,
                const std::vector<double> &values, std::string &error);

} // namespace stencilc::inline STENCILC_SPACE
