/// \file What a device reduces of the only row of a grid, if it has a part of the cells.
///
///     segments  |======|======|======|==|         of the row (Reduce.h)
///     cells           |===================|       of the device
///     values          1 1  one    one   one       a value for each cell, or for each segment
///
/// A segment that the device has whole becomes one value. Cells of other segments keep their
/// values, because accumulators take the cells of a segment one after the other. The host joins
/// them with those of the neighbours (slabs/SlabSums.h).
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Number of values in a segment.
inline constexpr int kSegment = 1024;

/// Cells of the row in the order of their values: cells below the first whole segment, whole
/// segments, cells above them.
struct RowPieces {
  Int64 begin = 0, end = 0; // the cells of the device
  Int64 cells = 0;          // of the whole row
  Int64 pad = 0;            // what kernels call cell 0

  /// Whole segments are those from firstSegment() up to endSegment().
  STENCILC_HD constexpr Int64 firstSegment() const { return ceilDiv(begin, Int64{kSegment}); }
  STENCILC_HD constexpr Int64 endSegment() const {
    const Int64 segment = end == cells ? ceilDiv(end, Int64{kSegment}) : end / kSegment;
    return segment > firstSegment() ? segment : firstSegment();
  }
  STENCILC_HD constexpr Int64 segments() const { return endSegment() - firstSegment(); }
  /// Returns the first cell of a segment, but at most `end`.
  STENCILC_HD constexpr Int64 cellOf(Int64 segment) const {
    return segment * kSegment < end ? segment * kSegment : end;
  }
  /// Number of cells below the whole segments, and above them.
  STENCILC_HD constexpr Int64 below() const { return cellOf(firstSegment()) - begin; }
  STENCILC_HD constexpr Int64 above() const { return end - cellOf(endSegment()); }
  STENCILC_HD constexpr Int64 loose() const { return below() + above(); }
  STENCILC_HD constexpr Int64 values() const { return loose() + segments(); }
  /// Returns the cell, and the index of its value, of loose cell number `number`.
  STENCILC_HD constexpr Int64 looseCell(Int64 number) const {
    return number < below() ? begin + number : cellOf(endSegment()) + number - below();
  }
  STENCILC_HD constexpr Int64 indexOfLoose(Int64 number) const {
    return number < below() ? number : number + segments();
  }
  /// Returns an upper bound of values() for `count` cells.
  static constexpr Int64 most(Int64 count) { return count / kSegment + 2 * kSegment; }
};

} // namespace stencilc::inline STENCILC_SPACE
