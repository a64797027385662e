/// \file Smallest and largest value, mean, and number of NaN and infinite cells of a field.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Status.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class Instance;

/// What a summary says of the last state of a field. `least` and `most` leave NaN and infinity out.
/// `mean` is the sum of the cells, in the order of reductions (stencilc/Reduce.h), divided by their
/// number: it has the same bits on every schedule, and means nothing if a cell is not finite.
struct FieldStatistics {
  std::string name;
  double least = 0, most = 0, mean = 0;
  std::int64_t cells = 0, notFinite = 0;
  bool hasValues = true; // false: only whether all cells are finite is known

  bool isFinite() const { return notFinite == 0; }
  bool hasFinite() const { return hasValues && notFinite < cells; }
};

/// What one segment of a row gives.
struct SegmentStatistics {
  double sum = 0, least = 0, most = 0;
  std::int64_t notFinite = 0;
};

/// Computes the statistics of one field from its cells, in the order of memory, with the threads of
/// the host.
class StatisticsOfCells {
public:
  StatisticsOfCells(std::string name, std::int64_t nx, std::int64_t ny);
  /// Takes the next `count` cells: whole rows, or a part of one row that ends with it or after a
  /// multiple of kSegment cells.
  void take(const void *cells, std::int64_t count, Scalar scalar);
  /// Returns the statistics of all cells. No more are taken after that.
  FieldStatistics done();

private:
  template <class T> void takeCells(const T *cells, std::int64_t count);
  void endRow();

  FieldStatistics all;
  std::int64_t nx, ny, x = 0;
  double greatest;                            // so far, -infinity at first; all.least likewise
  std::vector<SegmentStatistics> found;       // of one batch
  std::vector<double> segments, rows, planes; // sums: of a row's, of a plane's rows, of planes
};

/// Passes over the fields at t that the program updates. All processes of a run call it; the first
/// one gets the statistics. Where fields rest in files, their values are not read.
Status lookAtFields(Instance &instance, std::vector<FieldStatistics> &all);

/// Says that a field is not finite at the end of a run: "field 'T' holds NaN or infinity in 3 of
/// 4096 cells at the end; ...".
std::string unstableText(const FieldStatistics &field);
/// Says why --stop-at-nan has ended a run after so many steps.
std::string stoppedText(const FieldStatistics &field, std::int64_t steps);

} // namespace stencilc::inline STENCILC_SPACE
