/// \file Finds the first step of the sweep in which each expression of a stage can be computed.
#include "schedules/wavefront/skew/EarliestTimes.h"
#include "ir/Walk.h"
#include <algorithm>

namespace stencilc::schedules {

using ir::ExprId;

EarliestTimes::EarliestTimes(const ir::Program &program)
    : program(program), times(program.exprs.size(), kAnyTime) {
  // Operands are made before their users, so they have smaller ids.
  for (const ir::Stage &stage : program.stages)
    expressions.push_back(ir::reachableFrom(program, {stage.value}));
}

int EarliestTimes::find(ir::StageId stage, llvm::function_ref<int(const ir::Read &)> timeOf) {
  for (ExprId id : expressions[stage.index]) {
    const ir::ExprNode &node = program[id].node;
    const auto *read = std::get_if<ir::Read>(&node);
    int time = read ? timeOf(*read) : kAnyTime;
    ir::forEachOperand(node, [&](ExprId operand) { time = std::max(time, at(operand)); });
    times[id.index] = time;
  }
  return at(program.stages[stage].value);
}

} // namespace stencilc::schedules
