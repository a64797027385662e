/// \file Finds the strides in linear indices. In `i*M + j`, the factor M of the loop variable i is
/// the stride of its axis.
#include "lift/memory/Layout.h"
#include "lift/MapCells.h"
#include "lift/grid/Fields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace stencilc::lift {

namespace {

/// Strides of an array, in elements: the distance in memory between neighbours along each axis,
/// outermost axis first.
using Strides = std::vector<Polynomial>;

class Separator {
public:
  Separator(Step &step, Diagnostics &diags)
      : step(step), diags(diags), strides(step.arrays.size()) {}

  bool run() {
    forAllCells(step, [&](const ArrayRead &cell) { learn(cell); });
    for (std::size_t array = 0; array < strides.size(); ++array)
      setExtents(step.arrays[array], strides[array]);
    mapCells(step, [&](const ArrayRead &cell, llvm::SMLoc place) { return separate(cell, place); });
    return isFine;
  }

private:
  /// Returns true if the symbol `name` is a loop variable, or the index of a neighbouring cell that
  /// wraps around or stops at a face. Its value may differ from cell to cell.
  bool isPlace(Polynomial::Symbol name) const {
    return step.symbols[name].kind == Symbol::Loop || step.symbols[name].kind == Symbol::Neighbour;
  }

  /// Derives the strides of an array from the access `cell`, unless an earlier access used more
  /// loop variables.
  void learn(const ArrayRead &cell) {
    if (cell.indices.size() != 1)
      return;
    Strides found;
    for (Polynomial::Symbol name : cell.indices[0].symbols())
      if (isPlace(name))
        if (const auto factor = cell.indices[0].coefficient(name))
          found.push_back(*factor);
    // An outer stride is a multiple of an inner one.
    llvm::stable_sort(found, [](const Polynomial &a, const Polynomial &b) {
      if (const auto x = a.constant(), y = b.constant(); x && y)
        return *x > *y;
      const auto [quotient, rest] = a.divide(b);
      return rest == Polynomial(0) && !(quotient == Polynomial(1)) && !(quotient == Polynomial(0));
    });
    // Elements between the innermost cells are components: rgb[3 * i + c].
    if (const auto least = found.empty() ? std::nullopt : found.back().constant();
        least && *least > 1)
      found.push_back(1);
    if (found.size() > strides[cell.array].size())
      strides[cell.array] = found;
  }

  static void setExtents(Array &array, const Strides &of) {
    if (of.size() < 2)
      return;
    array.isLine = true;
    array.extents.assign(of.size(), std::nullopt);
    for (std::size_t axis = 1; axis < of.size(); ++axis)
      array.extents[axis] = of[axis - 1].divide(of[axis]).first;
  }

  ArrayRead separate(ArrayRead cell, llvm::SMLoc place) {
    const Strides &of = strides[cell.array];
    if (cell.indices.size() != 1 || of.size() < 2)
      return cell;
    Polynomial rest = cell.indices[0];
    std::vector<Polynomial> indices(of.size());
    std::vector<bool> hasLoop(of.size());
    for (Polynomial::Symbol name : rest.symbols()) {
      if (!isPlace(name))
        continue;
      const auto factor = cell.indices[0].coefficient(name);
      const auto axis = factor ? llvm::find(of, *factor) : of.end();
      if (axis == of.end()) {
        if (isFine)
          diags.report({place, place}, diag::LiftIndex,
                       "an index of '" + step.arrays[cell.array].name +
                           "' has other strides than the rest of them");
        isFine = false;
        return cell;
      }
      indices[axis - of.begin()] = Polynomial::symbol(name);
      hasLoop[axis - of.begin()] = true;
      rest = rest - *factor * Polynomial::symbol(name);
    }
    for (std::size_t axis = 0; axis < of.size(); ++axis) {
      const auto [quotient, remainder] = rest.divide(of[axis]);
      indices[axis] = indices[axis] + (axis + 1 == of.size() ? rest : quotient);
      rest = remainder;
    }
    // A negative index without a loop variable counts from the end of the row: n*j + (n - 1) is (j,
    // n - 1).
    for (std::size_t axis = of.size() - 1; axis > 0; --axis)
      if (const auto number = indices[axis].constant(); !hasLoop[axis] && number && *number < 0) {
        indices[axis] = indices[axis] + of[axis - 1].divide(of[axis]).first;
        indices[axis - 1] = indices[axis - 1] - 1;
      }
    cell.indices = indices;
    return cell;
  }

  Step &step;
  Diagnostics &diags;
  std::vector<Strides> strides;
  bool isFine = true;
};

} // namespace

static void visit(const Step &step, const Value &value, llvm::SmallPtrSetImpl<const Node *> &seen,
                  const std::function<void(const Node &)> &use) {
  if (!value || !seen.insert(value.get()).second)
    return;
  use(*value);
  if (value->kind == Node::Temporary)
    visit(step, step.locals[value->local].value, seen, use);
  if (value->kind != Node::Carried && value->kind != Node::Reduced)
    for (const Value &operand : value->operands)
      visit(step, operand, seen, use);
}

/// Calls `use` once for each node of the expression tree `value`, also if several nodes share it.
/// One call for each use would double the work with each iteration of an unrolled `m = m > e ? m :
/// e`.
void forAllNodes(const Step &step, const Value &value,
                 const std::function<void(const Node &)> &use) {
  llvm::SmallPtrSet<const Node *, 32> seen;
  visit(step, value, seen, use);
}

bool separateIndices(Step &step, Diagnostics &diags) { return Separator(step, diags).run(); }

} // namespace stencilc::lift
