/// \file Quotients whose rare operands kernels tell of, so that a row is asked about them once.
#pragma once

#include "ir/Program.h"
#include <functional>
#include <set>
#include <vector>

namespace stencilc::analysis {

struct ToldQuotients {
  /// Computed without tests, within limits of their operands (RareOperands in
  /// runtime/include/stencilc/Rare.h). Beyond some of the limits they are NaN or infinite.
  std::set<ir::ExprId> quotients;
  /// Values that are NaN or infinite wherever a quotient that they are made of is. Each quotient is
  /// in one of them, or is one.
  std::set<ir::ExprId> results;
};

/// The quotients in f32 below `roots` that may be told of; with those in f64 most kernels were
/// slower. Left out are quotients by literals and by roots, which have ways of their own, and those
/// that a choice may be there to avoid: parts of a `select` that asks what the cells hold, as in
/// `select(h > 0, q / h, 0)`. What `isKnown` is computed elsewhere.
ToldQuotients toldQuotients(const ir::Program &program, const std::vector<ir::ExprId> &roots,
                            const std::function<bool(ir::ExprId)> &isKnown);

} // namespace stencilc::analysis
