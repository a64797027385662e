/// \file Finds the first step of the sweep in which each expression of a stage can be computed.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <climits>
#include <vector>

namespace stencilc::schedules {

constexpr int kAnyTime = INT_MIN; // time of expressions that read no updated field

/// Finder of the first step of the sweep in which each expression of a stage (an update statement)
/// can be computed. It lists the expressions of each stage only once, because the search for the
/// time skew calls find() many times for the same stage.
class EarliestTimes {
public:
  /// Lists the expressions of all stages of `program`. Keeps a reference to `program`, which must
  /// outlive this object.
  explicit EarliestTimes(const ir::Program &program);

  /// Computes the times of all expressions of `stage`. Returns the first time at which the new
  /// value of a cell can be computed, or kAnyTime if the stage reads no updated field. `timeOf`
  /// gives the first time at which a read is possible. Time n means step p + n of the sweep, where
  /// p is the updated plane.
  int find(ir::StageId stage, llvm::function_ref<int(const ir::Read &)> timeOf);
  /// Returns the first time at which expression `id` can be computed, or kAnyTime if it reads no
  /// updated field. `id` must belong to the stage passed to the last call of find(). Time n means
  /// step p + n of the sweep, where p is the updated plane.
  int at(ir::ExprId id) const { return times[id.index]; }
  /// Returns the expressions of `stage`, sorted so that operands precede the operations that use
  /// them.
  const std::vector<ir::ExprId> &expressionsOf(ir::StageId stage) const {
    return expressions[stage.index];
  }

private:
  const ir::Program &program;
  std::vector<std::vector<ir::ExprId>> expressions; // by stage
  std::vector<int> times;                           // by expression
};

} // namespace stencilc::schedules
