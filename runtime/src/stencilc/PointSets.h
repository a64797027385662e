/// \file The sources and receivers of a run: tables on the device for the ones, traces of the
/// others.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/NamedCopies.h"
#include "stencilc/PointMemory.h"
#include "stencilc/PointTable.h"
#include "stencilc/PointWeights.h"
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class PointSets {
public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  PointSets(const ProgramDescription &program, Device &device)
      : program(program), device(device), sets(static_cast<std::size_t>(program.pointsCount)) {}
  PointSets(const PointSets &) = delete;
  PointSets &operator=(const PointSets &) = delete;
  ~PointSets();

  /// Finds where all points are and what they weigh; `grid` is that of kernels. Where it fails, all
  /// is as before.
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

  /// Steps from step number `number` to the next one after which a receiver has to read itself;
  /// kNever if none has.
  std::int64_t stepsToNext(std::int64_t number) const {
    return areRecorded() ? kNever : stepsToDue(number);
  }
  /// The most steps between two such moments.
  std::int64_t longestSegment() const;
  /// Reads what is due after step number `number` and not recorded; `last` is the stream of the
  /// steps before.
  Status receive(const NamedCopies &copies, std::int64_t number, Stream last);
  /// Takes what kernels have recorded, if they do, in a launch of `steps` steps after `before`
  /// others.
  Status take(std::int64_t before, int steps, Stream stream);
  /// Forgets all traces.
  void restart();
  /// How often a receiver has read, and at how many points; its values, those at all points for one
  /// time after the other.
  Status traceSize(const char *name, std::int64_t &times, std::int64_t &points) const;
  Status getTraces(const char *name, double *values) const;
  /// All values of all receivers, as the program numbers them; how many each has, and back again.
  std::vector<std::int64_t> traceCounts() const;
  std::vector<double> allTraces() const;
  void setTraces(const std::vector<std::int64_t> &counts, const std::vector<double> &values);

private:
  using Place = PointMemory::Place;
  struct Set {
    PointPlaces places; // of a file
    std::vector<std::vector<PointWeight>> weights;
    std::vector<int> numbers; // of the cells of all points, where kernels record them
    std::vector<double> trace;
    std::vector<void *> memory; // on the device
  };
  bool areRecorded() const { return program.recordsTraces; }
  /// Steps from step number `number` to the next one after which something is due.
  std::int64_t stepsToDue(std::int64_t number) const;
  /// The receiver called so, or null.
  const Set *receiver(const char *name) const;
  /// Memory on the device, and what is there.
  struct Records {
    int field = 0, count = 0; // of cells
    double *samples = nullptr;
    std::vector<void *> memory;
  };
  using Sums = PointMemory::Sums;
  /// Numbers the cells of a field that receivers read: from 0 on for them, from 1 on in `sums`.
  /// Whether there are receivers.
  bool numberCells(int field, std::vector<Set> &made, Sums &sums) const;
  Status makeRecords(const Grid &grid, std::vector<Set> &made, std::vector<Records> &records,
                     std::vector<unsigned char> &tables);
  void takeStep(const Records &of, std::int64_t after, const double *samples);
  Status read(const NamedCopies &copies, int number, Stream last);

  const ProgramDescription &program;
  Device &device;
  PointMemory memory{device};
  Grid grid = {1, 1, 1};
  const double *parameters = nullptr;
  std::vector<Set> sets; // as the program numbers them
  std::map<int, std::vector<double>> series;
  std::vector<Records> records;
  std::vector<unsigned char> all; // tables
};

} // namespace stencilc::inline STENCILC_SPACE
