/// \file Largest number of intermediate values that are in registers at the same time while an
/// update is computed.
#include "analysis/Temporaries.h"
#include "ir/Walk.h"
#include <algorithm>
#include <map>

namespace stencilc::analysis {

int temporariesOf(const ir::Program &program, const std::vector<ir::ExprId> &roots) {
  const std::vector<ir::ExprId> order = ir::reachableFrom(program, roots);
  std::map<ir::ExprId, ir::ExprId> lastUses;
  for (const ir::ExprId user : order)
    ir::forEachOperand(program[user].node, [&](ir::ExprId operand) { lastUses[operand] = user; });
  const auto waits = [&](ir::ExprId id) {
    return !ir::isLeaf(program[id].node) && program[id].type != ir::ScalarType::Bool;
  };
  int live = 0, most = 0;
  for (const ir::ExprId id : order) {
    // After its last use, the register of an operand is free for the result.
    std::vector<ir::ExprId> operands;
    ir::forEachOperand(program[id].node, [&](ir::ExprId operand) { operands.push_back(operand); });
    std::sort(operands.begin(), operands.end());
    operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
    for (const ir::ExprId operand : operands)
      live -= waits(operand) && lastUses.at(operand) == id;
    live += waits(id);
    most = std::max(most, live);
  }
  return most;
}

} // namespace stencilc::analysis
