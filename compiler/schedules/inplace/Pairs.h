/// \file Which field of a program leaves its new values where another one was read.
#pragma once

#include "analysis/KernelFacts.h"
#include "plan/Plan.h"
#include "plan/Schedule.h"
#include <map>

namespace stencilc::schedules {

/// A field that a step updates: where each update reads it, if any does, and whose old value at
/// that cell it shares the memory with.
struct PairedField {
  Offset read;
  ir::FieldId partner; // read at the opposite displacement; of a field read at the cell: itself
};

/// The fields that kernel 0 stores, in pairs.
struct InPlaceShape : plan::Shape {
  std::map<ir::FieldId, PairedField> fields;

  /// Whether updates read some field at another cell: else there is nothing to exchange.
  bool isDisplaced() const;
  /// How far displaced reads go.
  Reach reach() const;
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// The pairs of a program, or why it has none.
struct Pairing {
  plan::Fit fit;
  InPlaceShape shape;
};
Pairing pairFields(const analysis::Facts &facts);

/// Whether a field goes on at the other end of `axis`.
bool wraps(const analysis::Facts &facts, ir::FieldId field, int axis);

} // namespace stencilc::schedules
