/// \file Values with quotients or roots whose special operands, such as zeros, can be recorded and
/// checked later. Other operations test their own operands.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Largest number of quotients in one cell for which a single check follows all of them. All
/// operands stay in registers until the check. With 24 quotients registers were spilled.
inline constexpr int kMostQuotients = 16;

/// Returns the number of quotients in an expression that can record special operands, such as
/// zeros, for a later check (analysis/DeferredQuotients.h).
int countQuotients(const Module &module, ExprId expr);
/// Returns the number of quotients in statements that can record special operands, such as zeros,
/// for a later check. Nested statements do not count.
int countQuotients(const Module &module, const Body &body);
/// Returns true if the expression has square roots that can record special operands, such as zeros,
/// for a later check (analysis/PerRoot.h).
bool hasRoots(const Module &module, ExprId expr);
/// Returns true if a division is an operand of a larger expression in the statement, such as a
/// select. The emitted program possibly never evaluates that operand. Its special operands, such as
/// zeros, must then not be recorded for a later check.
bool hidesQuotients(const Module &module, StmtId stmt);

/// Returns a copy of the expression that records special operands, such as zeros, in the variable
/// `rare`.
ExprId flagging(Module &module, ExprId expr, VarId rare);
/// Returns a copy of the statement that records special operands, such as zeros, in the variable
/// `rare`. Nested statements are not copied.
StmtId flagging(Module &module, StmtId stmt, VarId rare);

/// Returns the declaration `SpecialOperands rare = {};` and its variable. The variable records
/// whether any operand, such as a zero, was special.
std::pair<VarId, StmtId> declareSpecial(Module &module);
/// Returns the statement `if (rare.areThere())` with the body `again`. The body computes values
/// again if `rare` has recorded a special operand, such as a zero.
StmtId ifSpecial(Module &module, VarId rare, Body again);

/// Rewrites consecutive values of one cell that contain several quotients. The emitted code
/// computes them without tests of operands, and again with tests if an operand, such as a zero, was
/// special. Lambdas and branches in `body` are rewritten as well, but not loops.
void splitRuns(Module &module, Body &body);

} // namespace stencilc::kernel
