/// \file Sources and receivers of a simulation: the positions of their points, and tables in device
/// memory.
#pragma once

#include "runtime/parts/points/Receivers.h"
#include <map>

namespace stencilc::inline STENCILC_SPACE {

/// The sources and receivers of a simulation, which are sets of points with weights at cells.
class PointSets {
public:
  PointSets(const ProgramDescription &program, Device &device)
      : program(program), memory(device), read(program, device),
        sets(static_cast<std::size_t>(program.pointsCount)) {}
  PointSets(const PointSets &) = delete;
  PointSets &operator=(const PointSets &) = delete;
  ~PointSets();

  /// Computes the positions of the points of all sources and receivers, their weights at cells, and
  /// new tables for kernels. `grid` is the grid of the kernels. On failure nothing changes. No time
  /// steps may be in progress.
  Status compute(const double *parameters, const Grid &grid);
  /// Sets the positions of the points of the source or receiver `name`, which come from a file:
  /// `count` points, with one coordinate per axis in `places`.
  Status setPlaces(const char *name, const double *places, std::int64_t count);
  /// Sets the amplitudes of a source, the series `name`, to `count` numbers: for each time step,
  /// one number per point. The next compute() uses them. Returns false if the series belongs to no
  /// source.
  bool takeSeries(const char *name, const double *numbers, std::int64_t count);
  /// Returns the number of points of the source whose amplitudes come from series number `series`
  /// (numbers for each time step). Returns 0 if no source uses that series.
  std::int64_t pointsOf(int series) const;
  /// Checks, before a run, that each series of amplitudes has whole rows, with one number per point
  /// of its source. Points and series are set independently.
  Status ready() const;
  /// Returns the tables of sources and receivers as bytes. Kernels get them as arguments, after the
  /// addresses of profiles (values along some axes only).
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
