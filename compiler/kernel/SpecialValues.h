/// \file Values of the program whose special operands, such as zeros, can be recorded for a
/// deferred check. Otherwise each operation tests its own operands.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Largest number of quotients in one cell for which a single deferred check is used. All operands
/// stay in registers until the check. With 24 quotients registers were spilled.
inline constexpr int kMostQuotients = 16;

/// Returns the number of quotients in an expression whose special operands can be recorded for a
/// deferred check (analysis::deferredQuotients).
int countQuotients(const Module &module, ExprId expr);
/// Returns the number of quotients in statements whose special operands can be recorded for a
/// deferred check. Nested statements do not count.
int countQuotients(const Module &module, const Body &body);
/// Returns true if the expression has square roots whose special operands can be recorded for a
/// deferred check (analysis::mayFlagSpecialRoots).
bool hasRoots(const Module &module, ExprId expr);
/// Returns true if a value with quotients is an operand of a larger expression in the statement,
/// such as a select. The value may then not be evaluated, so its special operands may not be
/// recorded.
bool hidesQuotients(const Module &module, StmtId stmt);

/// Returns a copy of the expression that records special operands, such as zeros, in the
/// SpecialOperands variable `rare`.
ExprId flagging(Module &module, ExprId expr, VarId rare);
/// Returns a copy of the statement that records special operands, such as zeros, in the
/// SpecialOperands variable `rare`. Nested statements are not copied.
StmtId flagging(Module &module, StmtId stmt, VarId rare);

/// Returns the statement `SpecialOperands rare = {};` and its variable, which records special
/// operands for a deferred check.
std::pair<VarId, StmtId> declareSpecial(Module &module);
/// Returns the statement `if (rare.areThere())` with the body `again`, which computes the values
/// once more on the slow path.
StmtId ifSpecial(Module &module, VarId rare, Body again);

/// Rewrites consecutive values of one cell that contain several quotients. They are computed
/// without tests of each operand, and again with tests if an operand was special. It enters lambdas
/// and branches, but not loops.
void splitRuns(Module &module, Body &body);

} // namespace stencilc::kernel
