/// \file Steps over the expression DAG: operands of a node, nodes below a root.
#pragma once

#include "ir/Program.h"
#include "support/Match.h"
#include <set>
#include <type_traits>
#include <vector>

namespace stencilc::ir {

/// `T`, const if `Node` is.
template <class Node, class T>
using ConstLike = std::conditional_t<std::is_const_v<Node>, const T, T>;

/// Calls `visit` with each operand of `node` from left to right; with a non-const node the operand
/// is passed by reference and may be replaced.
template <class Node, class Visit> void forEachOperand(Node &node, Visit visit) {
  match(
      node, [](ConstLike<Node, Constant> &) {}, [](ConstLike<Node, Param> &) {},
      [](ConstLike<Node, UniformRef> &) {}, [](ConstLike<Node, Position> &) {},
      [](ConstLike<Node, Extent> &) {}, [](ConstLike<Node, Read> &) {},
      [](ConstLike<Node, ProfileRead> &) {}, [](ConstLike<Node, PointWeight> &) {},
      [](ConstLike<Node, Random> &) {}, [](ConstLike<Node, Reduced> &) {},
      [](ConstLike<Node, Earlier> &) {}, [](ConstLike<Node, StepNumber> &) {},
      [](ConstLike<Node, SeriesValue> &) {}, [&](ConstLike<Node, Convert> &n) { visit(n.operand); },
      [&](ConstLike<Node, Unary> &n) { visit(n.operand); },
      [&](ConstLike<Node, Binary> &n) {
        visit(n.lhs);
        visit(n.rhs);
      },
      [&](ConstLike<Node, Fma> &n) {
        visit(n.a);
        visit(n.b);
        visit(n.c);
      },
      [&](ConstLike<Node, Select> &n) {
        visit(n.condition);
        visit(n.then);
        visit(n.otherwise);
      });
}

/// Whether a stage computes the field.
bool isUpdated(const Program &program, FieldId field);

/// The fields that receivers read.
std::set<FieldId> receivedFields(const Program &program);

/// Constants, parameters, uniforms, positions, extents, reads, profiles, random numbers,
/// reductions, what a step has left, the step and series.
bool isLeaf(const ExprNode &node);

/// The root and everything below it, each node once, operands before their users, in ascending ids.
/// Relies on operands being numbered below their users, which the builder grants.
std::vector<ExprId> reachableFrom(const Program &program, const std::vector<ExprId> &roots);

/// Whether a node of kind `Node` for which `holds` is at the root or below it.
template <class Node, class Holds> bool contains(const Program &program, ExprId root, Holds holds) {
  for (ExprId id : reachableFrom(program, {root}))
    if (const auto *node = std::get_if<Node>(&program[id].node))
      if (holds(*node))
        return true;
  return false;
}
template <class Node> bool contains(const Program &program, ExprId root) {
  return contains<Node>(program, root, [](const Node &) { return true; });
}

/// Whether the value asks for the step, itself or through a uniform: it may change from step to
/// step.
bool changesInTime(const Program &program, ExprId root);

/// Whether anything in the program does.
bool asksForStep(const Program &program);

/// Rebuilds the pool from what uniforms, boundaries, initial values, stages, reductions, reports
/// and rules use: operands first, in the order in which a reader meets them. Uniforms nobody refers
/// to go too; names stay with the nodes that survive.
Program compact(Program program);

} // namespace stencilc::ir
