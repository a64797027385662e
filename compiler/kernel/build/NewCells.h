/// \file Local arrays for the new values of a thread that updates several cells, one for each
/// stage, and the updates that fill them.
#pragma once

#include "kernel/build/KernelBody.h"

namespace stencilc::kernel {

/// Builder of local arrays for the new values of a thread's cells, and of the updates that fill
/// them.
class NewCells {
public:
  NewCells(Builder &builder, KernelBody &body, const ir::Program &program,
           const analysis::KernelFacts &kernel)
      : k(builder), body(body), program(program), kernel(kernel) {}

  /// Declares the arrays with the sizes `extents`: one array `next` for a single stage, otherwise
  /// one array for each updated field.
  void declare(const std::vector<Term> &extents);
  const Term &of(ir::FieldId field) const { return arrays.at(field); }

  /// Callback that returns the condition that a stage freezes the current cell, which then keeps
  /// its value. Returns null if the stage freezes no cells.
  using FrozenOf = std::function<const Term *(const ir::Stage &)>;
  /// Emits the update of one cell and stores its new values in local arrays, at the indices `at`.
  /// Frozen cells (which keep their values) get their old values. `access` reads cells, and
  /// `frozenOf` gives the condition that a cell is frozen.
  void update(const std::vector<Term> &at, const KernelBody::Access &access,
              const FrozenOf &frozenOf);

private:
  Builder &k;
  KernelBody &body;
  const ir::Program &program;
  const analysis::KernelFacts &kernel;
  std::map<ir::FieldId, Term> arrays;
};

} // namespace stencilc::kernel
