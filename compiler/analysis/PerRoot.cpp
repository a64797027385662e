/// \file Constants divided by square roots, which kernels compute in one sequence of instructions.
#include "analysis/PerRoot.h"
#include <cmath>

namespace stencilc::analysis {

bool isPerRoot(const ir::Program &program, ir::ExprId id) {
  const auto *quotient = std::get_if<ir::Binary>(&program[id].node);
  if (!quotient || quotient->op != ir::BinaryOp::Divide ||
      !std::holds_alternative<ir::Constant>(program[quotient->lhs].node))
    return false;
  const auto *root = std::get_if<ir::Unary>(&program[quotient->rhs].node);
  return root && root->op == ir::UnaryOp::Sqrt;
}

bool mayFlagSpecialRoots(const ir::Program &program, ir::ExprId id) {
  if (!isPerRoot(program, id) || program[id].type != ir::ScalarType::F64)
    return false;
  const ir::ExprId over = std::get<ir::Binary>(program[id].node).lhs;
  const double size = std::abs(std::get<ir::Constant>(program[over].node).value);
  return size >= 0x1p-100 && size <= 0x1p100; // required by usualOverRoot()
}

} // namespace stencilc::analysis
