/// \file Finds pairs of fields that can share memory, so that one buffer for each suffices.
///
/// The new values of one field are stored in those cells of the other field (its partner) that the
/// update reads.
#pragma once

#include "analysis/KernelFacts.h"
#include "plan/interface/Plan.h"
#include "plan/interface/Schedule.h"
#include <map>

namespace stencilc::schedules {

/// A field that is updated in place: the offset at which updates read it, and the partner field
/// with which it exchanges memory.
struct PairedField {
  Offset read;
  // The field read at the opposite offset; the field itself if the offset is zero.
  ir::FieldId partner;
};

/// The fields that an in-place kernel stores, each with its partner: the field with which it shares
/// memory.
struct InPlaceShape : plan::Shape {
  std::map<ir::FieldId, PairedField> fields;

  /// Returns true if updates read any field at a cell other than the updated one. If false, no
  /// values are exchanged between partner fields.
  bool isDisplaced() const;
  /// Returns the largest distance, in cells, at which in-place updates read a field.
  Reach reach() const;
  void describe(llvm::json::Object &kernel) const override { kernel["ahead"] = 0; }
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Result of the search for pairs of fields that can share memory in in-place updates: the pairs,
/// or the reason why there are none.
struct Pairing {
  plan::Fit fit;
  InPlaceShape shape;
};
Pairing pairFields(const analysis::Facts &facts);

/// Returns whether the field is periodic along `axis`.
bool wraps(const analysis::Facts &facts, ir::FieldId field, int axis);

} // namespace stencilc::schedules
