/// \file Rewrites differences whose sign does not matter, such as squared ones. Neighbouring cells
/// then compute the same difference, and a thread can reuse it.
#include "sema/differences/EvenDifferences.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include <map>
#include <set>
#include <tuple>

namespace stencilc::sema {

using namespace ir;

namespace {

/// Difference of two cells of one field at one time level: the cell at `to` minus the cell at
/// `from`.
struct CellDifference {
  ExprId id;
  FieldId field;
  int level;
  ScalarType type;
  Offset from, to;

  using Key = std::tuple<FieldId, int, ScalarType, Offset>;
  Key key(bool isTurned) const {
    Offset way;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      way[axis] = isTurned ? from[axis] - to[axis] : to[axis] - from[axis];
    return {field, level, type, way};
  }
};

class DifferenceTurner {
public:
  explicit DifferenceTurner(Program program) : program(std::move(program)) {}

  Program run() {
    const std::vector<ExprId> all = reachableFrom(program, roots());
    const std::set<ExprId> signFree = signFreeOf(all);
    std::vector<CellDifference> differences;
    std::set<CellDifference::Key> keys;
    std::set<std::pair<ExprId, ExprId>> operands;
    for (const ExprId id : all)
      if (const auto difference = differenceAt(id)) {
        const auto &node = std::get<Binary>(program[id].node);
        operands.emplace(node.lhs, node.rhs);
        if (!signFree.contains(id))
          continue;
        differences.push_back(*difference);
        keys.insert(difference->key(false));
      }
    for (const CellDifference &difference : differences) {
      auto &node = std::get<Binary>(program.exprs[difference.id].node);
      if (MemoryOrder()(difference.to, difference.from) && keys.contains(difference.key(true)) &&
          !operands.contains({node.rhs, node.lhs})) { // otherwise equal values would be two nodes
        std::swap(node.lhs, node.rhs);
        program.exprNames.erase(difference.id); // the name means the value with the other sign
      }
    }
    return std::move(program);
  }

private:
  std::vector<ExprId> roots() const {
    std::vector<ExprId> ids;
    for (const Stage &stage : program.stages)
      ids.push_back(stage.value);
    for (const Reduction &reduction : program.reductions)
      ids.push_back(reduction.value);
    return ids;
  }

  /// Returns the values in `all` that may be negated without a change of the results. Each use of
  /// such a value is an even operation such as `abs`, or an odd operation (negated with its
  /// operand) whose own sign does not matter. Users are visited before operands, because users have
  /// higher ids.
  std::set<ExprId> signFreeOf(const std::vector<ExprId> &all) const {
    std::set<ExprId> kept;
    for (const ExprId root : roots())
      kept.insert(root);
    std::set<ExprId> free;
    for (auto id = all.rbegin(); id != all.rend(); ++id) {
      if (!kept.contains(*id))
        free.insert(*id);
      const bool isFree = free.contains(*id);
      forEachOperand(program[*id].node, [&](ExprId operand) {
        if (!isEven(*id, operand) && !(isFree && isOdd(*id, operand)))
          kept.insert(operand);
      });
    }
    return free;
  }

  static bool isEven(const ExprNode &node, ExprId operand) {
    return match(
        node, [](const Unary &n) { return n.op == UnaryOp::Abs; },
        [&](const Binary &n) {
          return n.op == BinaryOp::Multiply && n.lhs == operand && n.rhs == operand;
        },
        [&](const Fma &n) { return n.a == operand && n.b == operand && n.c != operand; },
        [](const auto &) { return false; });
  }
  bool isEven(ExprId id, ExprId operand) const { return isEven(program[id].node, operand); }

  /// Returns whether the operation `id` is odd in `operand`: negating the operand negates the
  /// result exactly.
  bool isOdd(ExprId id, ExprId operand) const {
    return match(
        program[id].node, [](const Unary &n) { return n.op == UnaryOp::Negate; },
        [&](const Binary &n) {
          return (n.op == BinaryOp::Multiply || n.op == BinaryOp::Divide) && n.lhs != n.rhs;
        },
        [&](const Convert &) {
          return !isInteger(program[id].type) && !isInteger(program[operand].type);
        },
        [](const auto &) { return false; });
  }

  /// Returns the read of a field that the expression `id` consists of, conversions aside. Returns
  /// null for other expressions.
  const Read *readAt(ExprId id) const {
    while (const auto *conversion = std::get_if<Convert>(&program[id].node))
      id = conversion->operand;
    return std::get_if<Read>(&program[id].node);
  }

  std::optional<CellDifference> differenceAt(ExprId id) const {
    const auto *node = std::get_if<Binary>(&program[id].node);
    if (!node || node->op != BinaryOp::Subtract)
      return std::nullopt;
    const Read *to = readAt(node->lhs), *from = readAt(node->rhs);
    if (!to || !from || to->field != from->field || to->level != from->level)
      return std::nullopt;
    return CellDifference{id, to->field, to->level, program[id].type, from->offset, to->offset};
  }

  Program program;
};

} // namespace

Program turnEvenDifferences(Program program) { return DifferenceTurner(std::move(program)).run(); }

} // namespace stencilc::sema
