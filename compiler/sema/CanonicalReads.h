/// \file What canonical arithmetic asks about the reads below an expression.
#pragma once

#include "ir/Builder.h"
#include "sema/CanonicalTerms.h"

namespace stencilc::sema {

/// Whether a node adds or subtracts.
bool isSum(const ir::Program &program, ir::ExprId id);

/// Answers for a pool that grows: each node is looked at once.
class ReadsBelow {
public:
  ReadsBelow(const ir::Program &program, const ir::Builder &builder)
      : program(program), builder(builder) {}

  AtomFacts factsOf(ir::ExprId atom);
  /// Whether a sum holds a term without a read: a number, a parameter, a size, a position or what
  /// is made of them. Decided by what is written, so that terms that cancel still count. A sum that
  /// is multiplied is one term.
  bool holdsBareTerm(ir::ExprId id);

private:
  int newestPlane(ir::ExprId id);

  const ir::Program &program;
  const ir::Builder &builder;
  std::vector<int> newestPlanes; // by ExprId::index, as far as asked for
  std::vector<bool> bareTerms;   // likewise
};

} // namespace stencilc::sema
