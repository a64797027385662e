/// \file Series, read whole.
#include "stencilc/SeriesFiles.h"
#include "stencilc/Npy.h"
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

bool readSeries(const std::string &path, const std::string &name, std::vector<double> &numbers,
                std::string &error) {
  NpyInput file;
  const bool isOpen = file.open(path);
  if (isOpen && file.header().rank != 1) {
    error = "'" + path + "' has " + std::to_string(file.header().rank) + " axes; series '" + name +
            "' has one: a number for each step";
    return false;
  }
  if (isOpen)
    numbers.resize(static_cast<std::size_t>(file.header().shape[0]));
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
      return Status::invalid(format("series '%s' is read from '%s', which is not here; give "
                                    "--series %s=FILE.npy",
                                    series.name, series.file, series.name));
    std::vector<double> numbers;
    if (!readSeries(path, series.name, numbers, error))
      return Status::invalid(error);
    const auto count = static_cast<std::int64_t>(numbers.size());
    if (const int code = instance.setSeries(series.name, numbers.data(), count))
      return Status::of(static_cast<StatusCode>(code), instance.lastError());
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
