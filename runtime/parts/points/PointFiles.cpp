/// \file Files with positions of points, and files with traces (values of receivers over time).
/// Each is a two-dimensional .npy array.
#include "runtime/parts/points/PointFiles.h"
#include "runtime/core/fields/CellTypes.h"
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

static const std::string *fileOf(const std::vector<std::pair<int, std::string>> &given,
                                 int number) {
  const std::string *last = nullptr;
  for (const auto &[which, file] : given)
    if (which == number)
      last = &file;
  return last;
}

bool readPoints(const std::string &path, const std::string &name, int rank,
                std::vector<double> &places, std::string &error) {
  NpyInput file;
  if (!file.open(path)) {
    error = file.error();
    return false;
  }
  const NpyHeader &header = file.header();
  if (header.rank != 2 || header.shape[1] != rank) {
    error = "'" + path + "' has the shape " + header.shapeText() + "; the points of '" + name +
            "' have (points, " + std::to_string(rank) +
            "): a row for each point, with its coordinate" +
            (rank == 1 ? "" : "s in the order of the axes");
    return false;
  }
  places.resize(static_cast<std::size_t>(header.cells));
  if (file.readCells(places.data(), static_cast<std::int64_t>(places.size()), Scalar::F64))
    return true;
  error = file.error();
  return false;
}

Status loadPoints(const ProgramDescription &program,
                  const std::vector<std::pair<int, std::string>> &given, Instance &instance) {
  for (int i = 0; i < program.pointsCount; ++i) {
    const PointsDescription &points = program.points[i];
    if (!points.file)
      continue;
    const std::string *const own = fileOf(given, i);
    const std::string path = own ? *own : points.file;
    if (!own && access(path.c_str(), F_OK) != 0)
      return Status::invalid(format(
          "the points of '%s' are read from '%s', which does not exist; give --points %s=FILE.npy",
          points.name, points.file, points.name));
    std::vector<double> places;
    std::string error;
    if (!readPoints(path, points.name, program.rank, places, error))
      return Status::invalid(error);
    const auto count = static_cast<std::int64_t>(places.size()) / program.rank;
    if (const int code = instance.setPoints(points.name, places.data(), count))
      return Status::of(static_cast<StatusCode>(code), path + ": " + instance.lastError());
  }
  return {};
}

bool writeTrace(NpyOutput &file, const std::string &path, Scalar scalar, std::int64_t times,
                std::int64_t points, const std::vector<double> &values) {
  NpyAxes axes;
  axes.rank = 2;
  axes.names[0] = "points";
  axes.names[1] = "times";
  axes.extents[0] = points;
  axes.extents[1] = times;
  axes.isGrid = false;
  return withCell(scalar, [&]<class T>(T) {
    std::vector<T> cells;
    for (const double value : values)
      cells.push_back(static_cast<T>(value));
    return file.open(path, scalar, axes) &&
           file.writeCells(cells.data(), static_cast<std::int64_t>(cells.size())) && file.finish();
  });
}

Status TraceOutputs::write(const ProgramDescription &program,
                           const std::vector<std::pair<int, std::string>> &given, bool areWanted,
                           const Instance &instance, std::vector<TraceFile> &written) {
  for (int i = 0; i < program.pointsCount; ++i) {
    const PointsDescription &points = program.points[i];
    const std::string *const own = fileOf(given, i);
    if (points.every == 0 || (!own && !areWanted))
      continue;
    TraceFile trace{points.name, own ? *own : std::string(points.name) + ".npy"};
    if (const int code = ofTraces(instance, [&](const Points &receivers) {
          return receivers.traceSize(points.name, trace.times, trace.points);
        }))
      return statusOf(instance, code);
    std::vector<double> values(static_cast<std::size_t>(trace.times * trace.points));
    if (const int code = ofTraces(instance, [&](const Points &receivers) {
          return receivers.getTraces(points.name, values.data());
        }))
      return statusOf(instance, code);
    NpyOutput &file = files.emplace_back();
    if (!writeTrace(file, trace.path, program.fields[points.field].storage, trace.times,
                    trace.points, values))
      return Status::invalid(file.error());
    written.push_back(std::move(trace));
  }
  return {};
}

Status TraceOutputs::commit() {
  for (NpyOutput &file : files)
    if (!file.commit())
      return Status::invalid(file.error());
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
