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

/// Field that is updated in place: the offset `read` at which updates read it, and the field
/// `partner` with which it shares memory.
struct PairedField {
  Offset read;
  // Field that is read at the opposite offset, or the field itself if the offset is zero.
  ir::FieldId partner;
};

/// Shape of an in-place kernel: the fields that it updates, each with its partner, the field with
/// which it shares memory.
struct InPlaceShape : plan::Shape {
  std::map<ir::FieldId, PairedField> fields;

  /// Returns true if updates read some field at another cell than the updated one. If this is
  /// false, partner fields exchange no values.
  bool isDisplaced() const;
  /// Returns the largest distance in cells, on each side, at which in-place updates read a field.
  Reach reach() const;
  void describe(llvm::json::Object &kernel) const override { kernel["ahead"] = 0; }
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Result of the search for pairs of fields that can share memory: the pairs in `shape`, or the
/// reason why a field has no partner in `fit`.
struct Pairing {
  plan::Fit fit;
  InPlaceShape shape;
};
/// Returns the pairs of updated fields that can share memory, or the reason why a field has no
/// partner.
Pairing pairFields(const analysis::Facts &facts);

/// Returns true if the boundary of `field` along `axis` is periodic.
bool wraps(const analysis::Facts &facts, ir::FieldId field, int axis);

} // namespace stencilc::schedules
