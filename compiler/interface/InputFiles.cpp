/// \file Reads files with series and points into an instance.
#include "interface/InputFiles.h"
#include "runtime/files/SeriesFiles.h"
#include "runtime/parts/points/PointFiles.h"

namespace stencilc::interface {

Status InputFiles::load(Instance &instance) {
  std::vector<double> numbers;
  std::string error;
  for (const auto &[index, path] : request.points) {
    const char *const name = program.points[index].name;
    if (!readPoints(path, name, program.rank, numbers, error))
      return Status::invalid(error);
    const auto count = static_cast<std::int64_t>(numbers.size()) / program.rank;
    if (const int code = instance.setPoints(name, numbers.data(), count))
      return statusOf(instance, code);
  }
  for (const auto &[index, path] : request.series) {
    const char *const name = program.series[index].name;
    const std::int64_t points = instance.itsPoints() ? instance.itsPoints()->pointsOf(index) : 0;
    if (!readSeries(path, name, points, numbers, error))
      return Status::invalid(error);
    const auto count = static_cast<std::int64_t>(numbers.size());
    if (const int code = instance.setSeries(name, numbers.data(), count))
      return statusOf(instance, code);
  }
  return loadArrays(instance);
}

} // namespace stencilc::interface
