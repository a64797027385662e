/// \file The new values of a thread that owns several cells: an array for each stage, and the
/// updates that fill them.
#pragma once

#include "kernel/PassBody.h"

namespace stencilc::kernel {

class NewCells {
public:
  NewCells(Builder &builder, PassBody &body, const ir::Program &program,
           const analysis::PassFacts &pass)
      : k(builder), body(body), program(program), pass(pass) {}

  /// Declares the arrays: `next`, or one of each field that has a stage.
  void declare(const std::vector<Term> &extents);
  const Term &of(ir::FieldId field) const { return arrays.at(field); }

  /// What says that a stage keeps the cell being updated; null if it keeps none.
  using FrozenOf = std::function<const Term *(const ir::Stage &)>;
  /// Updates one cell, whose place in the arrays is `at`; frozen cells take their old value.
  void update(const std::vector<Term> &at, const PassBody::Access &access,
              const FrozenOf &frozenOf);

private:
  Builder &k;
  PassBody &body;
  const ir::Program &program;
  const analysis::PassFacts &pass;
  std::map<ir::FieldId, Term> arrays;
};

} // namespace stencilc::kernel
