/// \file Reading of series (inputs with one number per time step) from .npy files.
#include "runtime/files/SeriesFiles.h"
#include "runtime/files/Npy.h"
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

bool readSeries(const std::string &path, const std::string &name, std::int64_t points,
                std::vector<double> &numbers, std::string &error) {
  NpyInput file;
  const bool isOpen = file.open(path);
  if (isOpen && points == 0 && file.header().rank != 1) {
    error = "'" + path + "' has " + std::to_string(file.header().rank) + " axes; series '" + name +
            "' has one, with a number for each step";
    return false;
  }
  if (isOpen && points > 0 && (file.header().rank != 2 || file.header().shape[1] != points)) {
    error = "'" + path + "' has the shape " + file.header().shapeText() + "; series '" + name +
            "' has (steps, " + std::to_string(points) +
            "): a row for each step, with a number for each point";
    return false;
  }
  if (isOpen)
    numbers.resize(static_cast<std::size_t>(file.header().cells));
  const auto count = static_cast<std::int64_t>(numbers.size());
  if (isOpen && file.readCells(numbers.data(), count, Scalar::F64))
    return true;
  error = file.error();
  return false;
}

Status loadSeries(const ProgramDescription &program,
                  const std::vector<std::pair<int, std::string>> &given, Instance &instance) {
  for (int i = 0; i < program.seriesCount; ++i) {
    const SeriesDescription &series = program.series[i];
    std::string path = series.file, error;
    bool isGiven = false;
    for (const auto &[number, file] : given)
      if (number == i) {
        path = file;
        isGiven = true;
      }
    if (!isGiven && access(path.c_str(), F_OK) != 0)
      return Status::invalid(
          format("series '%s' is read from '%s', which does not exist; give --series %s=FILE.npy",
                 series.name, series.file, series.name));
    std::vector<double> numbers;
    const std::int64_t points = instance.itsPoints() ? instance.itsPoints()->pointsOf(i) : 0;
    if (!readSeries(path, series.name, points, numbers, error))
      return Status::invalid(error);
    const auto count = static_cast<std::int64_t>(numbers.size());
    if (const int code = instance.setSeries(series.name, numbers.data(), count))
      return statusOf(instance, code);
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
