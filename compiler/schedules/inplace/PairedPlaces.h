/// \file Computes the cells at which an in-place update reads the fields, and the conditions that a
/// time step updates these cells.
#pragma once

#include "kernel/KernelBody.h"
#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Cells at which the in-place update of one cell reads the fields, each at its own offset.
class PairedPlaces {
public:
  /// Prepares the reads of the update of `cell`. `isInside`: no read goes beyond a face or to a
  /// frozen cell. Otherwise, emits coordinates that are wrapped at periodic faces.
  PairedPlaces(kernel::Builder &k, const analysis::Facts &facts, const InPlaceShape &shape,
               const std::vector<kernel::Term> &cell, bool isInside);

  /// Returns the coordinates of the cell at which the update reads `field`.
  std::vector<kernel::Term> of(ir::FieldId field) const;
  /// Returns the condition that the time step also updates the cell at which `field` is read.
  /// Returns nullopt if this is always so.
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

/// Returns the distance from each face, in cells, within which displaced reads leave the grid or
/// reach frozen cells. `mayWrap`: the caller handles periodic faces, so they count as distance 0.
Reach marginOf(const analysis::Facts &facts, const InPlaceShape &shape, bool mayWrap);

} // namespace stencilc::schedules
