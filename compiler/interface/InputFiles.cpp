/// \file Reads files with series and points into an instance, and finds those without numbers.
#include "interface/InputFiles.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/support/Text.h"
#include "runtime/files/SeriesFiles.h"
#include "runtime/parts/points/PointFiles.h"

namespace stencilc::interface {

InputFiles::InputFiles(const ProgramDescription &program, const ResolvedRequest &request)
    : program(program), request(request), arrays(program, request, /*readsSource=*/false),
      isSeriesSet(static_cast<std::size_t>(program.seriesCount)) {
  for (int i = 0; i < program.pointsCount; ++i)
    arePointsSet.push_back(!program.points[i].file);
}

void InputFiles::markSeries(const char *name) {
  isSeriesSet[static_cast<std::size_t>(findNamed(program.series, program.seriesCount, name))] =
      true;
}

void InputFiles::markPoints(const char *name) {
  arePointsSet[static_cast<std::size_t>(findNamed(program.points, program.pointsCount, name))] =
      true;
}

Status InputFiles::checkAllSet() const {
  for (std::size_t i = 0; i < arePointsSet.size(); ++i)
    if (!arePointsSet[i])
      return Status::invalid(
          format("the points of '%s' have no coordinates: their file %s does not exist; give "
                 "them before the first step",
                 program.points[i].name, program.points[i].file));
  for (std::size_t i = 0; i < isSeriesSet.size(); ++i)
    if (!isSeriesSet[i])
      return Status::invalid(
          format("series '%s' has no numbers: its file %s does not exist; give them "
                 "before the first step",
                 program.series[i].name, program.series[i].file));
  return {};
}

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
    markPoints(name);
  }
  for (const auto &[index, path] : request.series) {
    const char *const name = program.series[index].name;
    const std::int64_t points = instance.itsPoints() ? instance.itsPoints()->pointsOf(index) : 0;
    if (!readSeries(path, name, points, numbers, error))
      return Status::invalid(error);
    const auto count = static_cast<std::int64_t>(numbers.size());
    if (const int code = instance.setSeries(name, numbers.data(), count))
      return statusOf(instance, code);
    markSeries(name);
  }
  return loadArrays(instance);
}

} // namespace stencilc::interface
