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
  /// Divisions that are computed without tests of their operands. Their results are right if the
  /// operands are within certain limits (SpecialOperands of the runtime). Otherwise a kernel must
  /// test the result and repeat the computation with tests.
  std::set<ir::ExprId> quotients;
  /// Values that are NaN or infinite if a division that they contain is. Together they contain all
  /// divisions, so that a kernel tests these values only.
  std::set<ir::ExprId> results;
};

/// Returns the f32 divisions in `roots` whose operands may be tested once for each row of cells.
/// Divisions by literals and by roots have faster code and are left out. Divisions that a `select`
/// may avoid, as in `select(h > 0, q / h, 0)`, are left out, too. Expressions for which `isKnown`
/// returns true are not searched.
DeferredQuotients deferredQuotients(const ir::Program &program,
                                    const std::vector<ir::ExprId> &roots,
                                    const std::function<bool(ir::ExprId)> &isKnown);

} // namespace stencilc::analysis
