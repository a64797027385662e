/// \file Values of the program whose special operands can be recorded for a deferred check, instead
/// of a test of each.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Largest number of quotients of one cell with a deferred check. The operands stay in registers
/// until the check. With 24, as a kernel of blast has, registers spill.
inline constexpr int kMostQuotients = 16;

/// Returns the number of quotients in an expression that support a deferred check
/// (analysis::toldQuotients).
int countQuotients(const Module &module, ExprId expr);
/// Returns the number of quotients in statements that support a deferred check, without nested
/// statements.
int countQuotients(const Module &module, const Body &body);
/// Returns true if the expression has roots that support a deferred check
/// (analysis::mayTellRareRoots).
bool hasRoots(const Module &module, ExprId expr);
/// Returns true if a value with quotients is only an operand of a larger expression in the
/// statement, such as a select for frozen cells. That operand may not be evaluated, so its record
/// may be missing.
bool hidesQuotients(const Module &module, StmtId stmt);

/// Returns a copy of the expression that records special operands in `rare`.
ExprId telling(Module &module, ExprId expr, VarId rare);
/// Returns a copy of the statement, without nested ones, that records special operands in `rare`.
StmtId telling(Module &module, StmtId stmt, VarId rare);

/// Returns the statement `RareOperands rare = {};` and its variable.
std::pair<VarId, StmtId> declareRare(Module &module);
/// Returns the statement `if (rare.areThere())` with the recomputation `again` as its body.
StmtId ifRare(Module &module, VarId rare, Body again);

/// Rewrites consecutive values of one cell that have several quotients: they are computed without
/// tests, and again with tests if an operand was special. Also works in closures and branches, but
/// not in loops.
void splitRuns(Module &module, Body &body);

} // namespace stencilc::kernel
