/// \file Values that a device contributes to a reduction if it has only a part of the row of a grid
/// with one axis.
///
///     row in segments     |......|......|......|...|       1024 cells each
///     cells of a device       [====================]       to the end of the row
///     values of the device    ccc   S      S     S         c: of one cell, S: of a segment
///
/// A segment whose cells are all on the device becomes one value. In other segments each cell keeps
/// its value, because accumulators add up the cells of a segment in order. The host then joins the
/// values of neighbouring devices (slabs/SlabSums.h).
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Number of consecutive values of a list that a reduction combines to one value first. Such a part
/// of a list is called a segment.
inline constexpr int kSegment = 1024;

/// A range of cells of a grid with one axis, and the list of values that a reduction makes from
/// these cells. A whole segment (1024 cells) gives one value. Each cell outside of whole segments
/// gives one value, too. The values have the order of the cells.
struct RowPieces {
  Int64 begin = 0, end = 0; // the cells of the device
  Int64 cells = 0;          // of the whole row
  Int64 pad = 0;            // what kernels call cell 0

  /// Returns the index of the first segment (1024 cells) whose cells are all in the range.
  STENCILC_HD constexpr Int64 firstSegment() const { return ceilDiv(begin, Int64{kSegment}); }
  STENCILC_HD constexpr Int64 endSegment() const {
    const Int64 segment = end == cells ? ceilDiv(end, Int64{kSegment}) : end / kSegment;
    return segment > firstSegment() ? segment : firstSegment();
  }
  STENCILC_HD constexpr Int64 segments() const { return endSegment() - firstSegment(); }
  /// Returns the index, in the whole row, of the first cell of segment number `segment` (1024 cells
  /// each). Returns `end`, the end of this range of cells, if that is less.
  STENCILC_HD constexpr Int64 cellOf(Int64 segment) const {
    return segment * kSegment < end ? segment * kSegment : end;
  }
  /// Returns the number of cells in the range before its first whole segment (1024 cells).
  STENCILC_HD constexpr Int64 below() const { return cellOf(firstSegment()) - begin; }
  STENCILC_HD constexpr Int64 above() const { return end - cellOf(endSegment()); }
  STENCILC_HD constexpr Int64 loose() const { return below() + above(); }
  STENCILC_HD constexpr Int64 values() const { return loose() + segments(); }
  /// Returns the index, in the whole row, of loose cell number `number`. Loose cells are the cells
  /// of the range that are in no whole segment (1024 cells), numbered from 0 in ascending order.
  STENCILC_HD constexpr Int64 looseCell(Int64 number) const {
    return number < below() ? begin + number : cellOf(endSegment()) + number - below();
  }
  STENCILC_HD constexpr Int64 indexOfLoose(Int64 number) const {
    return number < below() ? number : number + segments();
  }
  /// Returns an upper bound of the number of values that a reduction makes from a range of `count`
  /// cells: one for each whole segment (1024 cells), and one for each other cell.
  static constexpr Int64 most(Int64 count) { return count / kSegment + Int64{2} * kSegment; }
};

} // namespace stencilc::inline STENCILC_SPACE
