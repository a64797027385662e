/// \file The sources and receivers of a run: tables on the device for the ones, traces of the
/// others.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/NamedCopies.h"
#include "stencilc/PointTable.h"
#include "stencilc/PointWeights.h"
#include <limits>
#include <string>
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
  /// What stands in the struct of the uniforms behind the profiles.
  const std::vector<PointTable> &tables() const { return all; }

  /// Steps from step number `number` to the next one after which a receiver reads; kNever if none
  /// does.
  std::int64_t stepsToNext(std::int64_t number) const;
  /// The most steps between two such moments.
  std::int64_t longestSegment() const;
  /// Reads what is due after step number `number`; `last` is the stream of the steps before.
  Status receive(const NamedCopies &copies, std::int64_t number, Stream last);
  /// Forgets all traces.
  void restart();
  /// A receiver, by name: its number, or -1.
  int receiver(const char *name) const;
  std::size_t points(int number) const { return of(number).weights.size(); }
  /// For each time that it has read, its values at all points.
  const std::vector<double> &trace(int number) const { return of(number).trace; }

private:
  struct Set {
    PointPlaces places; // of a file
    std::vector<std::vector<PointWeight>> weights;
    std::vector<double> trace;
    std::vector<void *> memory; // on the device
  };
  const Set &of(int number) const { return sets[static_cast<std::size_t>(number)]; }
  Status makeTable(const Grid &grid, Set &set, PointTable &table);
  template <class T> Status toDevice(const std::vector<T> &values, Set &set, const T *&place);
  void release(Set &set);
  Status read(const NamedCopies &copies, int number, Stream last);

  const ProgramDescription &program;
  Device &device;
  Grid grid = {1, 1, 1};
  const double *parameters = nullptr;
  std::vector<Set> sets;       // as the program numbers them
  std::vector<PointTable> all; // of the sources
};

} // namespace stencilc::inline STENCILC_SPACE
