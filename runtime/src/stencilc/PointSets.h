/// \file The sources and receivers of a run: where their points are, and tables of sources on the
/// device.
#pragma once

#include "stencilc/Receivers.h"
#include <map>

namespace stencilc::inline STENCILC_SPACE {

class PointSets {
public:
  PointSets(const ProgramDescription &program, Device &device)
      : program(program), memory(device), read(program, device),
        sets(static_cast<std::size_t>(program.pointsCount)) {}
  PointSets(const PointSets &) = delete;
  PointSets &operator=(const PointSets &) = delete;
  ~PointSets();

  /// Finds where all points are and what they weigh; `grid` is that of kernels. Where it fails, all
  /// is as before. No steps are under way.
  Status compute(const double *parameters, const Grid &grid);
  /// The coordinates of points that come from a file: `count` points with a number along each axis.
  Status setPlaces(const char *name, const double *places, std::int64_t count);
  /// The numbers of a series, a row of one for each point of the sources that have it: counted from
  /// the next compute() on. False where it is of no points.
  bool takeSeries(const char *name, const double *numbers, std::int64_t count);
  /// How many points share a series; 0: none.
  std::int64_t pointsOf(int series) const;
  /// Whether each series has whole rows; asked before steps, as points and series are set apart.
  Status ready() const;
  /// What stands in the struct of the uniforms behind the profiles: tables of sources, and of what
  /// receivers read.
  const std::vector<unsigned char> &tables() const { return all; }

  Receivers &receivers() { return read; }
  const Receivers &receivers() const { return read; }

private:
  struct Set {
    PointPlaces places; // of a file
    std::size_t count = 0;
    std::vector<void *> memory; // on the device
  };
  Status makeSource(int which, const Grid &grid, const PointCells &cells, Set &set,
                    std::vector<unsigned char> &tables);

  const ProgramDescription &program;
  PointMemory memory;
  Receivers read;
  Grid grid = {1, 1, 1};
  const double *parameters = nullptr;
  std::vector<Set> sets; // as the program numbers them
  std::map<int, std::vector<double>> series;
  std::vector<unsigned char> all; // tables
};

} // namespace stencilc::inline STENCILC_SPACE
