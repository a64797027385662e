/// \file Pairs of fields that exchange their memory: one stores its new values where the other was
/// read.
#pragma once

#include "analysis/KernelFacts.h"
#include "plan/Plan.h"
#include "plan/Schedule.h"
#include <map>

namespace stencilc::schedules {

/// A field that a step updates: the offset at which updates read it, and its partner, whose old
/// value at the cell read shares the memory.
struct PairedField {
  Offset read;
  // The field read at the opposite offset; the field itself if the offset is zero.
  ir::FieldId partner;
};

/// The fields that kernel 0 stores, in pairs.
struct InPlaceShape : plan::Shape {
  std::map<ir::FieldId, PairedField> fields;

  /// Returns true if updates read some field at another cell. Otherwise no exchange is needed.
  bool isDisplaced() const;
  /// Returns the reach of displaced reads.
  Reach reach() const;
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// The pairs of a program, or the reason why it has none.
struct Pairing {
  plan::Fit fit;
  InPlaceShape shape;
};
Pairing pairFields(const analysis::Facts &facts);

/// Returns true if the field is periodic along `axis`.
bool wraps(const analysis::Facts &facts, ir::FieldId field, int axis);

} // namespace stencilc::schedules
