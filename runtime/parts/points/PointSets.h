/// \file Sources and receivers of a simulation: the positions of their points, and tables in device
/// memory of the cells around these points, with a weight for each cell.
#pragma once

#include "runtime/core/instance/Points.h"
#include "runtime/parts/points/Receivers.h"
#include <map>

namespace stencilc::inline STENCILC_SPACE {

/// Holds the sources (points that add to a field) and receivers (points that record a field) of a
/// simulation. Each point has a weight at each of the cells around it.
class PointSets final : public Points {
public:
  PointSets(const ProgramDescription &program, Device &device)
      : program(program), memory(device), read(program, device),
        sets(static_cast<std::size_t>(program.pointsCount)) {}
  ~PointSets() override;

  void layOut(const std::vector<FieldMemory> &fields) override { read.layOut(fields); }
  Status compute(const double *parameters, const Grid &grid) override;
  const std::vector<unsigned char> &tables() const override { return all; }
  Status setPlaces(const char *name, const double *places, std::int64_t count) override;
  bool takeSeries(const char *name, const double *numbers, std::int64_t count) override;
  std::int64_t pointsOf(int series) const override;
  /// Checks before a run that the amplitudes of each source fit its points: one number for each
  /// time step and point. Fails if the count of numbers is not a multiple of the number of points.
  /// The user can change points and amplitudes independently.
  Status begin(const RunPoint &point, std::int64_t end) override;

  std::int64_t next(std::int64_t step) const override { return read.next(step); }
  std::int64_t interval() const override { return read.interval(); }
  Status happen(const RunPoint &point) override {
    return read.receive(point.fields, point.step, point.stream);
  }
  Status take(std::int64_t before, int steps, Stream stream) override {
    return read.take(before, steps, stream);
  }

  void restart() override { read.restart(); }
  bool arePending() const override { return read.arePending(); }
  Status collect() const override { return read.collect(nullptr); }
  Status traceSize(const char *name, std::int64_t &times, std::int64_t &points) const override {
    return read.traceSize(name, times, points);
  }
  Status getTraces(const char *name, double *values) const override {
    return read.getTraces(name, values);
  }
  std::vector<std::int64_t> traceCounts() const override { return read.traceCounts(); }
  std::vector<double> allTraces() const override { return read.allTraces(); }
  void setTraces(const std::vector<std::int64_t> &counts,
                 const std::vector<double> &values) override {
    read.setTraces(counts, values);
  }

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
