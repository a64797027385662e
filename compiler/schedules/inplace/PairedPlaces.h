/// \file Computes the cells that an in-place update reads. Tests whether the same time step updates
/// these cells.
#pragma once

#include "kernel/build/KernelBody.h"
#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Coordinates of the cells that the in-place update of one cell reads, one for each field, at the
/// field's only offset.
class PairedPlaces {
public:
  /// Computes the cells that the update of `cell` reads. `isInside` is true if no read goes beyond
  /// a face or to a frozen cell (which keeps its value). Otherwise, emits coordinates that are
  /// wrapped at periodic faces.
  PairedPlaces(kernel::Builder &k, const analysis::Facts &facts, const InPlaceShape &shape,
               const std::vector<kernel::Term> &cell, bool isInside);

  /// Returns the coordinates of the cell at which the update reads `field`.
  std::vector<kernel::Term> of(ir::FieldId field) const;
  /// Returns the condition that the time step also updates the cell at which `field` is read.
  /// Returns nullopt if it is always updated.
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
/// grid or a frozen cell (which keeps its value). `mayWrap` is true if the caller wraps coordinates
/// at periodic faces. These faces then have distance 0.
Reach marginOf(const analysis::Facts &facts, const InPlaceShape &shape, bool mayWrap);

} // namespace stencilc::schedules
