/// \file Rebuilds an operation of the IR with other operands.
#pragma once

#include "ir/Builder.h"
#include "support/Match.h"

namespace stencilc::sema {

/// Returns the operation `id` with each operand replaced by `at(operand)`, and constants folded.
/// Returns `id` itself if it has no operands. `node` and `type` must be copies of those of `id`,
/// because new operations can move the expressions of the program in memory.
template <class At>
ir::ExprId rebuiltWith(ir::Builder &builder, const ir::ExprNode &node, ir::ScalarType type,
                       ir::ExprId id, const At &at) {
  return match(
      node, [&](const ir::Convert &n) { return builder.convert(at(n.operand), type); },
      [&](const ir::Unary &n) { return builder.unary(n.op, at(n.operand)); },
      [&](const ir::Binary &n) { return builder.binary(n.op, at(n.lhs), at(n.rhs)); },
      [&](const ir::Fma &n) { return builder.fma(at(n.a), at(n.b), at(n.c)); },
      [&](const ir::Select &n) {
        return builder.select(at(n.condition), at(n.then), at(n.otherwise));
      },
      [&](const ir::Noise &n) {
        return builder.noise({n.seed, n.part, at(n.x), at(n.y), at(n.z), at(n.step)}, type);
      },
      [&](const auto &) { return id; });
}

} // namespace stencilc::sema
