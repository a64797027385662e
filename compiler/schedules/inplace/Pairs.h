/// \file Finds pairs of fields (partners) that can share memory, so that one buffer (array) for
/// each field suffices.
///
/// New values of a field are written over those values of its partner that only this update reads.
#pragma once

#include "analysis/KernelFacts.h"
#include "plan/interface/Plan.h"
#include "plan/interface/Schedule.h"
#include <map>

namespace stencilc::schedules {

/// Field that is updated in place: the only offset `read` at which updates read it, and the field
/// `partner` with which it shares memory.
struct PairedField {
  Offset read;
  // Field that is read at the opposite offset. It is the field itself if `read` is zero.
  ir::FieldId partner;
};

/// Fields that an in-place kernel updates. Each field shares memory with one other field (its
/// partner), into which it writes new values.
struct InPlaceShape : plan::Shape {
  std::map<ir::FieldId, PairedField> fields;

  /// Returns true if updates read some field at another cell than the updated one. If not, each new
  /// value overwrites the old value of the same field and cell.
  bool isDisplaced() const;
  /// Returns the largest distance in cells, on each side of the updated cell, at which in-place
  /// updates read a field.
  Reach reach() const;
  void describe(llvm::json::Object &kernel) const override { kernel["ahead"] = 0; }
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Result of the search for pairs of fields that can share memory: the pairs in `shape`, or in
/// `fit` the reason why a field has no partner.
struct Pairing {
  plan::Fit fit;
  InPlaceShape shape;
};
/// Returns the pairs of updated fields that can share memory, in the member `shape`. If a field has
/// no partner, the member `fit` has the reason.
Pairing pairFields(const analysis::Facts &facts);

/// Returns true if `field` is periodic along `axis`, so that reads beyond one end wrap to the other
/// end.
bool wraps(const analysis::Facts &facts, ir::FieldId field, int axis);

} // namespace stencilc::schedules
