/// \file The sources and receivers of a simulation: positions of their points, and tables in device
/// memory.
#pragma once

#include "stencilc/Receivers.h"
#include <map>

namespace stencilc::inline STENCILC_SPACE {

/// The sources and receivers of a simulation.
class PointSets {
public:
  PointSets(const ProgramDescription &program, Device &device)
      : program(program), memory(device), read(program, device),
        sets(static_cast<std::size_t>(program.pointsCount)) {}
  PointSets(const PointSets &) = delete;
  PointSets &operator=(const PointSets &) = delete;
  ~PointSets();

  /// Computes the positions and weights of the points of all sources and receivers, and new tables
  /// for kernels. `grid` is the grid of the kernels. On failure nothing changes. No time steps may
  /// be in progress.
  Status compute(const double *parameters, const Grid &grid);
  /// Sets the points of the source or receiver `name`, whose positions come from a file: `count`
  /// points with one coordinate per axis.
  Status setPlaces(const char *name, const double *places, std::int64_t count);
  /// Sets the series of amplitudes of a source to `count` numbers: for each time step, one number
  /// per point. The next compute() uses it. Returns false if the series belongs to no source.
  bool takeSeries(const char *name, const double *numbers, std::int64_t count);
  /// Returns the number of points of the source that uses a series of amplitudes, or 0 if there is
  /// none.
  std::int64_t pointsOf(int series) const;
  /// Checks before a run that each series of amplitudes has whole rows, with one number per point
  /// of its source. Points and series are set separately.
  Status ready() const;
  /// Returns the tables of sources and receivers as bytes. They are a part of the kernel arguments
  /// that are the same for all cells, after the profiles.
  const std::vector<unsigned char> &tables() const { return all; }

  Receivers &receivers() { return read; }
  const Receivers &receivers() const { return read; }

private:
  struct Set {
    PointPlaces places; // positions from a file
    std::size_t count = 0;
    std::vector<void *> memory; // arrays in device memory
  };
  Status makeSource(int which, const Grid &grid, const PointCells &cells, Set &set,
                    std::vector<unsigned char> &tables);

  const ProgramDescription &program;
  PointMemory memory;
  Receivers read;
  Grid grid = {1, 1, 1};
  const double *parameters = nullptr;
  std::vector<Set> sets; // in the order of the program
  std::map<int, std::vector<double>> series;
  std::vector<unsigned char> all; // the bytes of all tables
};

} // namespace stencilc::inline STENCILC_SPACE
