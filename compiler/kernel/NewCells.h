/// \file The new values of a thread that owns several cells: an array for each stage, and the
/// updates that fill them.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::kernel {

class NewCells {
public:
  NewCells(Builder &builder, KernelBody &body, const ir::Program &program,
           const analysis::KernelFacts &kernel)
      : k(builder), body(body), program(program), kernel(kernel) {}

  /// Declares the arrays: `next`, or one of each field that has a stage.
  void declare(const std::vector<Term> &extents);
  const Term &of(ir::FieldId field) const { return arrays.at(field); }

  /// What says that a stage keeps the cell being updated; null if it keeps none.
  using FrozenOf = std::function<const Term *(const ir::Stage &)>;
  /// Updates one cell, whose place in the arrays is `at`; frozen cells take their old value.
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
