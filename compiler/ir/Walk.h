/// \file Traversal of the expression DAG: operands of a node, nodes below a root.
#pragma once

#include "ir/Program.h"
#include "support/Match.h"
#include <set>
#include <type_traits>
#include <vector>

namespace stencilc::ir {

/// The type `const T` if `Node` is a const type, otherwise `T`.
template <class Node, class T>
using ConstLike = std::conditional_t<std::is_const_v<Node>, const T, T>;

/// Calls `visit` with each operand of `node` from left to right. If `node` is not const, `visit`
/// gets references and may replace the operands.
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
      },
      [&](ConstLike<Node, Noise> &n) {
        visit(n.x);
        visit(n.y);
        visit(n.z);
        visit(n.step);
      });
}

/// Returns true if a stage updates the field.
bool isUpdated(const Program &program, FieldId field);

/// Returns the fields that receivers read.
std::set<FieldId> receivedFields(const Program &program);

/// Returns true if the node has no operands.
bool isLeaf(const ExprNode &node);

/// Returns `roots` and all nodes below them, each once, in ascending order of ids. Operands come
/// before the nodes that use them, because the builder gives operands smaller ids.
std::vector<ExprId> reachableFrom(const Program &program, const std::vector<ExprId> &roots);

/// Returns true if the expression `root` contains a node of kind `Node` for which `holds` returns
/// true.
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

/// Returns true if a value can change from time step to time step. It then contains StepNumber,
/// SeriesValue, Reduced or PreviousValue, directly or through a scalar of the host.
bool changesInTime(const Program &program, ExprId root);

/// Returns true if an expression of the program contains StepNumber or SeriesValue.
bool asksForStep(const Program &program);

/// Returns the program with a new pool, which contains only the expressions and uniforms (scalars
/// of the host) in use. Operands come first, in the order of their first use. Names are kept.
Program compact(Program program);

} // namespace stencilc::ir
