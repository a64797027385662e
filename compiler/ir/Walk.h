/// \file Traversal of the expression DAG: operands of a node, nodes below a root.
#pragma once

#include "ir/Program.h"
#include "support/Match.h"
#include <set>
#include <type_traits>
#include <vector>

namespace stencilc::ir {

/// The type `const T` if `Node` is const, otherwise `T`.
template <class Node, class T>
using ConstLike = std::conditional_t<std::is_const_v<Node>, const T, T>;

/// Calls `visit` with each operand of `node` from left to right. Operands of a non-const node are
/// passed by reference and may be replaced.
template <class Node, class Visit> void forEachOperand(Node &node, Visit visit) {
  match(
      node, [](ConstLike<Node, Constant> &) {}, [](ConstLike<Node, Param> &) {},
      [](ConstLike<Node, UniformRef> &) {}, [](ConstLike<Node, Position> &) {},
      [](ConstLike<Node, Extent> &) {}, [](ConstLike<Node, Read> &) {},
      [](ConstLike<Node, ProfileRead> &) {}, [](ConstLike<Node, PointWeight> &) {},
      [](ConstLike<Node, Random> &) {}, [](ConstLike<Node, Reduced> &) {},
      [](ConstLike<Node, PreviousValue> &) {}, [](ConstLike<Node, StepNumber> &) {},
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

/// Returns whether a stage updates the field.
bool isUpdated(const Program &program, FieldId field);

/// Returns the fields that receivers read.
std::set<FieldId> receivedFields(const Program &program);

/// Returns whether the node has no operands.
bool isLeaf(const ExprNode &node);

/// Returns the roots and all nodes below them, each once, in ascending order of ids. Operands come
/// before their users, because the builder gives them smaller ids.
std::vector<ExprId> reachableFrom(const Program &program, const std::vector<ExprId> &roots);

/// Returns whether a node of kind `Node` for which `holds` is true is at the root or below it.
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

/// Returns whether a value can change from time step to time step: it contains StepNumber,
/// SeriesValue, Reduced or Earlier, directly or through a uniform.
bool changesInTime(const Program &program, ExprId root);

/// Returns whether any expression of the program contains StepNumber or SeriesValue.
bool asksForStep(const Program &program);

/// Returns the program with a rebuilt pool that contains only the expressions and uniforms in use.
/// Operands come first, in the order of their first use in the program. Names of expressions are
/// kept.
Program compact(Program program);

} // namespace stencilc::ir
