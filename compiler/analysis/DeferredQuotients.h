/// \file Divisions with deferred checks: a kernel tests their operands once for each row of cells,
/// not in each division.
#pragma once

#include "ir/Program.h"
#include <functional>
#include <set>
#include <vector>

namespace stencilc::analysis {

/// Divisions whose operands a kernel tests once for each row of cells, not in each division
/// (deferred checks), and the values that it tests for this.
struct DeferredQuotients {
  /// Divisions that do not test their own operands. Their results are right if the operands are
  /// within certain limits (stencilc/Special.h). The kernel checks the operands and `results` once
  /// for each row of cells. If the check fails, it computes the row again with a test in each
  /// division.
  std::set<ir::ExprId> quotients;
  /// Values that a kernel checks for NaN and infinity once for each row, in place of the divisions.
  /// If a division in `quotients` gives NaN or infinity, so does at least one of these values.
  std::set<ir::ExprId> results;
};

/// Returns the f32 divisions in the expressions `roots` whose operands a kernel may test once for
/// each row of cells. Divisions by literals and by square roots have faster code and are left out.
/// So are divisions that a `select` may skip, as in `select(h > 0, q / h, 0)`. Expressions for
/// which `isKnown` returns true (computed before) are not searched.
DeferredQuotients deferredQuotients(const ir::Program &program,
                                    const std::vector<ir::ExprId> &roots,
                                    const std::function<bool(ir::ExprId)> &isKnown);

} // namespace stencilc::analysis
