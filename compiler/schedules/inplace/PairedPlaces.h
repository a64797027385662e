/// \file Computes the cells that an in-place update reads. Tests whether the same time step updates
/// these cells.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Coordinates of the cells that the in-place update of one cell reads. An in-place update reads
/// each field at one offset only.
class PairedPlaces {
public:
  /// Computes the coordinates of the cells that the update of `cell` reads. `isInside` is true if
  /// none of them lies beyond a face or is frozen (keeps its value). Otherwise the coordinates are
  /// wrapped at periodic faces, and variables for them are emitted.
  PairedPlaces(kernel::Builder &k, const analysis::Facts &facts, const InPlaceShape &shape,
               const std::vector<kernel::Term> &cell, bool isInside);

  /// Returns the coordinates, x first, of the one cell of `field` that the update reads.
  /// Precondition: `field` is updated in place.
  std::vector<kernel::Term> of(ir::FieldId field) const;
  /// Returns the condition that the time step also updates the cell of `field` that this update
  /// reads. Returns nullopt if it always does.
  std::optional<kernel::Term> isUpdated(ir::FieldId field) const;

private:
  kernel::Term along(ir::FieldId field, int axis) const;

  kernel::Builder &k;
  const analysis::Facts &facts;
  const InPlaceShape &shape;
  const std::vector<kernel::Term> &cell;
  const bool isInside;
  Reach frozen;
  std::map<std::pair<int, int>, kernel::Term> wrapped; // by axis and displacement
};

/// Returns the distance from each face, in cells, within which an updated cell reads beyond the
/// grid or reads a frozen cell (which keeps its value). If `mayWrap`, periodic faces with no frozen
/// cells have distance 0, because the caller wraps coordinates there.
Reach marginOf(const analysis::Facts &facts, const InPlaceShape &shape, bool mayWrap);

} // namespace stencilc::schedules
