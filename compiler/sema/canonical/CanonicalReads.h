/// \file Finds the planes (cells with one index along the last axis) that an expression reads, for
/// canonical arithmetic (a fixed order of operations).
#pragma once

#include "ir/Builder.h"
#include "sema/canonical/CanonicalTerms.h"

namespace stencilc::sema {

/// Returns whether a node is an addition or a subtraction.
bool isSum(const ir::Program &program, ir::ExprId id);

/// Finds the reads in expressions, and caches the results so that each expression is visited once.
/// Expressions may be added to the program between queries.
class ReadsBelow {
public:
  ReadsBelow(const ir::Program &program, const ir::Builder &builder)
      : program(program), builder(builder) {}

  AtomFacts factsOf(ir::ExprId atom);
  /// Returns whether the sum `id` contains a term without a read, such as a number, a parameter, a
  /// size or a position. Terms that cancel are counted, too, as in `u + 1 - 1`. A product such as
  /// `2 * (u + 1)` is one term, with a read.
  bool holdsBareTerm(ir::ExprId id);

private:
  int newestPlane(ir::ExprId id);

  const ir::Program &program;
  const ir::Builder &builder;
  /// Highest plane that each expression reads, by ExprId::index, up to the largest id queried so
  /// far.
  std::vector<int> newestPlanes;
  /// Cached results of holdsBareTerm() by ExprId::index: true if the sum contains a term without a
  /// read, such as a number.
  std::vector<bool> bareTerms;
};

} // namespace stencilc::sema
