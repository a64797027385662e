/// \file Statistics of a field: minimum, maximum, mean, and the number of NaN and infinite cells.
#pragma once

#include "runtime/core/support/Status.h"
#include "stencilc/Description.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class Instance;

/// Statistics of a field for the summary of a run. `least` and `most` ignore NaN and infinity.
/// `mean` adds cells in the order of reductions (stencilc/Reduce.h), so that all ways to run a
/// program give the same bits. It has no meaning if a cell is not finite.
struct FieldStatistics {
  std::string name;
  double least = 0, most = 0, mean = 0;
  std::int64_t cells = 0, notFinite = 0;
  bool hasValues = true; // false: only known whether all cells are finite

  bool isFinite() const { return notFinite == 0; }
  bool hasFinite() const { return hasValues && notFinite < cells; }
};

/// Sum, minimum, maximum and number of NaN or infinite values of one segment (at most 1024 cells)
/// of a row.
struct SegmentStatistics {
  double sum = 0, least = 0, most = 0;
  std::int64_t notFinite = 0;
};

/// Computes the statistics of one field from its cells, which are added in memory order. All host
/// threads take part.
class StatisticsOfCells {
public:
  StatisticsOfCells(std::string name, std::int64_t nx, std::int64_t ny);
  /// Adds the next `count` cells, of type `scalar`: whole rows, or a part of one row. A part must
  /// end with the row, or a multiple of kSegment (1024) cells after the start of the row, because
  /// partial sums cover that many cells.
  void take(const void *cells, std::int64_t count, Scalar scalar);
  /// Returns the statistics of all cells added. No cells can be added afterwards.
  FieldStatistics done();

private:
  template <class T> void takeCells(const T *cells, std::int64_t count);
  void endRow();

  FieldStatistics all;
  std::int64_t nx, ny, x = 0;
  double greatest;                      // maximum so far, like all.least; -infinity at first
  std::vector<SegmentStatistics> found; // results of one batch
  /// Sums so far: of each segment (at most 1024 cells) of the current row, of each row of the
  /// current plane, and of each plane.
  std::vector<double> segments, rows, planes;
};

/// Computes the statistics, at time t, of all fields that the program updates. All processes of a
/// run must call it, but only process 0 gets the result. For fields in files, it may determine only
/// whether all cells are finite.
Status lookAtFields(Instance &instance, std::vector<FieldStatistics> &all);

/// Returns the warning that a field is not finite at the end of a run: "field 'T' holds NaN or
/// infinity in 3 of 4096 cells at the end; ...".
std::string unstableText(const FieldStatistics &field);
/// Returns the message that the option --stop-at-nan has ended a run after `steps` time steps
/// because of `field`.
std::string stoppedText(const FieldStatistics &field, std::int64_t steps);

} // namespace stencilc::inline STENCILC_SPACE
