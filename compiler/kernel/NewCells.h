/// \file New values of a thread that owns several cells: an array for each stage, and the updates
/// that fill them.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::kernel {

/// Builds the arrays of new values of a kernel, and the updates that fill them.
class NewCells {
public:
  NewCells(Builder &builder, KernelBody &body, const ir::Program &program,
           const analysis::KernelFacts &kernel)
      : k(builder), body(body), program(program), kernel(kernel) {}

  /// Declares the arrays: `next` if there is one stage, else an array for each updated field.
  void declare(const std::vector<Term> &extents);
  const Term &of(ir::FieldId field) const { return arrays.at(field); }

  /// Returns the condition that a stage freezes the cell being updated; null if it freezes none.
  using FrozenOf = std::function<const Term *(const ir::Stage &)>;
  /// Updates one cell with index `at` in the arrays. Frozen cells get their old value.
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
