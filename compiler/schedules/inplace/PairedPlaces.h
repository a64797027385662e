/// \file Where a displaced read of a cell leads to, and whether a step updates what lies there.
#pragma once

#include "kernel/KernelBody.h"
#include "schedules/inplace/Pairs.h"

namespace stencilc::schedules {

/// The cells at which the update of a cell reads the fields, in the grid.
class PairedPlaces {
public:
  /// What the update of `cell` reads. `isInside`: none of it is beyond a face or kept by the step;
  /// else coordinates that go round are declared here.
  PairedPlaces(kernel::Builder &k, const analysis::Facts &facts, const InPlaceShape &shape,
               const std::vector<kernel::Term> &cell, bool isInside);

  /// The cell at which `field` is read.
  std::vector<kernel::Term> of(ir::FieldId field) const;
  /// Whether a step updates that cell; nothing if it does wherever this one is.
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

/// Cells closer than this to a face read displaced fields beyond it, or where the step keeps cells.
/// `mayWrap`: whoever asks knows what to do about fields that merely go round there.
Reach marginOf(const analysis::Facts &facts, const InPlaceShape &shape, bool mayWrap);

} // namespace stencilc::schedules
