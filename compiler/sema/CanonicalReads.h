/// \file Queries about the reads below an expression, for canonical arithmetic.
#pragma once

#include "ir/Builder.h"
#include "sema/CanonicalTerms.h"

namespace stencilc::sema {

/// Returns whether a node is an addition or a subtraction.
bool isSum(const ir::Program &program, ir::ExprId id);

/// Memoised queries for a pool that grows. Each node is visited once.
class ReadsBelow {
public:
  ReadsBelow(const ir::Program &program, const ir::Builder &builder)
      : program(program), builder(builder) {}

  AtomFacts factsOf(ir::ExprId atom);
  /// Returns whether a sum contains a term without a read, such as a number, a parameter, a size, a
  /// position or an expression of these. Terms that cancel count, because the decision is about the
  /// expression as written. A sum that is multiplied counts as one term.
  bool holdsBareTerm(ir::ExprId id);

private:
  int newestPlane(ir::ExprId id);

  const ir::Program &program;
  const ir::Builder &builder;
  /// Indexed by ExprId::index, filled up to the largest id queried.
  std::vector<int> newestPlanes;
  /// Indexed like `newestPlanes`.
  std::vector<bool> bareTerms;
};

} // namespace stencilc::sema
