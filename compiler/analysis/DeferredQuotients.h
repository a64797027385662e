/// \file Divisions with deferred checks: a kernel tests their operands once for each row of cells,
/// not in each division.
#pragma once

#include "ir/Program.h"
#include <functional>
#include <set>
#include <vector>

namespace stencilc::analysis {

/// Divisions with deferred checks, and the values by which their results are checked.
struct DeferredQuotients {
  /// Divisions that are computed without tests, which is right for operands within limits
  /// (RareOperands in runtime/include/stencilc/Rare.h). Beyond some of the limits, results are NaN
  /// or infinite.
  std::set<ir::ExprId> quotients;
  /// Values that are NaN or infinite if any of the divisions in them is. Each division is in one of
  /// these values, or is one, so that a check of these values is enough.
  std::set<ir::ExprId> results;
};

/// Returns the f32 divisions in `roots` whose checks may be deferred. Divisions by literals and by
/// roots are left out, because they have faster code of their own. Also left out are those that a
/// `select` on values of cells may avoid, as in `select(h > 0, q / h, 0)`. Expressions for which
/// `isKnown` returns true are not searched. In f64, deferred checks made most kernels slower.
DeferredQuotients deferredQuotients(const ir::Program &program,
                                    const std::vector<ir::ExprId> &roots,
                                    const std::function<bool(ir::ExprId)> &isKnown);

} // namespace stencilc::analysis
