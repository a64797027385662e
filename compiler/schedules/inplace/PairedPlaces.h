/// \file Cells at which displaced reads lie, and whether a step updates these cells.
#pragma once

#include "kernel/KernelBody.h"
#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// Cells of the grid at which the update of one cell reads the fields.
class PairedPlaces {
public:
  /// Prepares the reads of the update of `cell`. `isInside`: none of them is beyond a face or at a
  /// frozen cell. Otherwise, declares coordinates wrapped at periodic faces.
  PairedPlaces(kernel::Builder &k, const analysis::Facts &facts, const InPlaceShape &shape,
               const std::vector<kernel::Term> &cell, bool isInside);

  /// Returns the cell at which `field` is read.
  std::vector<kernel::Term> of(ir::FieldId field) const;
  /// Returns the condition that a step updates that cell; nothing if it does whenever it updates
  /// `cell`.
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

/// Returns the margin at the faces in which displaced reads leave the grid or reach frozen cells.
/// `mayWrap`: the caller handles periodic faces, so these need no margin.
Reach marginOf(const analysis::Facts &facts, const InPlaceShape &shape, bool mayWrap);

} // namespace stencilc::schedules
