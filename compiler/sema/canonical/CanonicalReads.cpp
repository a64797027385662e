/// \file Finds the planes (cells with one index along the last axis) that an expression reads, for
/// canonical arithmetic (a fixed order of operations).
#include "sema/canonical/CanonicalReads.h"
#include "ir/Walk.h"
#include <algorithm>

namespace stencilc::sema {

using namespace ir;

bool isSum(const Program &program, ExprId id) {
  const auto *binary = std::get_if<Binary>(&program[id].node);
  return binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract);
}

AtomFacts ReadsBelow::factsOf(ExprId atom) {
  AtomFacts facts;
  facts.plane = newestPlane(atom);
  const ExprNode &node = program[atom].node;
  const auto *conversion = std::get_if<Convert>(&node);
  if (const auto *read = std::get_if<Read>(conversion ? &program[conversion->operand].node : &node))
    facts.read = *read;
  if (const auto *binary = std::get_if<Binary>(&node))
    facts.isProduct = binary->op == BinaryOp::Multiply;
  return facts;
}

bool ReadsBelow::holdsBareTerm(ExprId id) {
  for (auto index = static_cast<std::uint32_t>(bareTerms.size()); index <= id.index; ++index) {
    const ExprId at{index};
    const ExprNode &node = program[at].node;
    const auto *unary = std::get_if<Unary>(&node);
    bool isBare = newestPlane(at) == AtomFacts().plane && builder.literal(at) != 0.0;
    if (isSum(program, at))
      isBare = bareTerms[std::get<Binary>(node).lhs.index] ||
               bareTerms[std::get<Binary>(node).rhs.index];
    else if (unary && unary->op == UnaryOp::Negate)
      isBare = bareTerms[unary->operand.index];
    bareTerms.push_back(isBare);
  }
  return bareTerms[id.index];
}

int ReadsBelow::newestPlane(ExprId id) {
  for (auto index = static_cast<std::uint32_t>(newestPlanes.size()); index <= id.index; ++index) {
    const ExprNode &node = program[ExprId{index}].node;
    int plane = AtomFacts().plane;
    if (const auto *read = std::get_if<Read>(&node))
      plane = read->offset[program.lastAxis()];
    forEachOperand(node,
                   [&](ExprId operand) { plane = std::max(plane, newestPlanes[operand.index]); });
    newestPlanes.push_back(plane);
  }
  return newestPlanes[id.index];
}

} // namespace stencilc::sema
