/// \file Functions that are not correctly rounded, so that a GPU and its host may compute different
/// bits (docs/reference/arithmetic.md).
#include "analysis/InexactFunctions.h"
#include "ir/Fold.h"
#include "ir/Names.h"
#include "ir/Walk.h"
#include <set>

namespace stencilc::analysis {

using namespace ir;

static std::vector<ExprId> valuesOfCells(const Program &program) {
  std::vector<ExprId> values;
  for (const Stage &stage : program.stages)
    values.push_back(stage.value);
  for (const Reduction &reduction : program.reductions)
    values.push_back(reduction.value);
  for (const FieldDecl &field : program.fields)
    for (int axis = 0; axis < program.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        if (const ExprId value = field.at(axis, side).value; value.valid())
          values.push_back(value);
  return values;
}

std::vector<std::string> inexactFunctions(const Program &program) {
  std::set<std::string> names;
  for (ExprId id : reachableFrom(program, valuesOfCells(program))) {
    if (const auto *unary = std::get_if<Unary>(&program[id].node);
        unary && !isCorrectlyRounded(unary->op))
      names.insert(toString(unary->op));
    if (const auto *binary = std::get_if<Binary>(&program[id].node);
        binary && binary->op == BinaryOp::Power)
      names.insert("^");
  }
  return {names.begin(), names.end()};
}

} // namespace stencilc::analysis
