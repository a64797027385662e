/// \file Finds the first step of the sweep in which each expression of a stage can be computed.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <climits>
#include <vector>

namespace stencilc::schedules {

constexpr int kAnyTime = INT_MIN; // time of expressions that read no updated field

/// Finds the first step of the sweep in which each expression of a stage (update statement) can be
/// computed. It lists the expressions of each stage once, because the time skew asks for their
/// times again until the times of all stages agree.
class EarliestTimes {
public:
  /// Stores a reference to `program`, which must outlive this object.
  explicit EarliestTimes(const ir::Program &program);

  /// Returns the first step of the sweep in which the value of `stage` can be computed, or kAnyTime
  /// if it reads no updated field. `timeOf` returns the step in which a read is first possible.
  int find(ir::StageId stage, llvm::function_ref<int(const ir::Read &)> timeOf);
  /// Returns the time of `id`, an expression of the stage of the last call of find().
  int at(ir::ExprId id) const { return times[id.index]; }
  /// Returns the expressions of `stage`, operands before their users.
  const std::vector<ir::ExprId> &expressionsOf(ir::StageId stage) const {
    return expressions[stage.index];
  }

private:
  const ir::Program &program;
  std::vector<std::vector<ir::ExprId>> expressions; // by stage
  std::vector<int> times;                           // by expression
};

} // namespace stencilc::schedules
