/// \file Coordinates of the cells that an in-place update reads, and the condition that the same
/// time step updates these cells.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Coordinates of the cells that the in-place update of one cell reads. An in-place update reads
/// each field at one offset only, such as a[x-1]. It later writes new values to these cells.
class PairedPlaces {
public:
  /// Computes the coordinates of the cells that the update of `cell` (coordinates, x first) reads.
  /// If `isInside`, the caller ensures that none of them lies beyond a face or is frozen (keeps its
  /// value). Otherwise emits variables for coordinates that are wrapped at periodic faces. `shape`
  /// has the offset of each field.
  PairedPlaces(kernel::Builder &k, const analysis::Facts &facts, const InPlaceShape &shape,
               const std::vector<kernel::Term> &cell, bool isInside);

  /// Returns the coordinates (x first) of the one cell of `field` that the update reads.
  /// Precondition: `field` is updated in place.
  std::vector<kernel::Term> of(ir::FieldId field) const;
  /// Returns an emitted condition that is true if the same time step also updates the cell of
  /// `field` that this update reads. Returns nullopt if this is always true. The cell is not
  /// updated if it lies beyond the grid or is frozen (keeps its value).
  std::optional<kernel::Term> isUpdated(ir::FieldId field) const;

private:
  kernel::Term along(ir::FieldId field, int axis) const;

  kernel::Builder &k;
  const analysis::Facts &facts;
  const InPlaceShape &shape;
  const std::vector<kernel::Term> &cell;
  const bool isInside;
  Reach frozen;
  /// Emitted variables with coordinates that are wrapped at periodic faces. The key is the axis and
  /// the offset along it.
  std::map<std::pair<int, int>, kernel::Term> wrapped;
};

/// Returns for each face the number of cells next to it whose updates read beyond the grid or read
/// a frozen cell (which keeps its value). If `mayWrap`, the number is 0 at periodic faces without
/// frozen cells, because the caller wraps coordinates there. `shape` has the offset at which each
/// field is read.
Reach marginOf(const analysis::Facts &facts, const InPlaceShape &shape, bool mayWrap);

} // namespace stencilc::schedules
