/// \file Finds values whose quotients and roots can note special operands, such as zeros, in a
/// variable that is checked once after several of them. All other quotients and roots test their
/// own operands at once.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Largest number of quotients for one cell that share a single check for special operands, such as
/// zeros. All operands stay in registers until the check. With 24 quotients registers were spilled.
inline constexpr int kMostQuotients = 16;

/// Returns how many quotients in `expr` can note special operands, such as zeros, in a variable for
/// a later check (analysis/DeferredQuotients.h).
int countQuotients(const Module &module, ExprId expr);
/// Returns how many quotients in the statements of `body` can note special operands, such as zeros,
/// in a variable for a later check. Statements nested in these do not count.
int countQuotients(const Module &module, const Body &body);
/// Returns true if `expr` contains a constant divided by a square root with a deferred check. Such
/// a root notes special operands, such as zeros, in a variable that is checked later
/// (analysis/PerRoot.h).
bool hasRoots(const Module &module, ExprId expr);
/// Returns true if a value with quotients is only an operand in statement `stmt`, such as a branch
/// of `isFrozen ? old : value`. The emitted program possibly never evaluates that operand. Special
/// operands of its quotients, such as zeros, must then not be noted for a later check.
bool hidesQuotients(const Module &module, StmtId stmt);

/// Returns a copy of `expr` whose quotients and roots note special operands, such as zeros, in the
/// variable `rare` for a later check.
ExprId flagging(Module &module, ExprId expr, VarId rare);
/// Returns a copy of statement `stmt` whose quotients and roots note special operands, such as
/// zeros, in the variable `rare` for a later check. Nested statements are shared with the original.
StmtId flagging(Module &module, StmtId stmt, VarId rare);

/// Returns the variable `rare` and its declaration `SpecialOperands rare = {};`. In emitted code it
/// notes whether an operand was special, such as a zero, for which fast code is wrong.
std::pair<VarId, StmtId> declareSpecial(Module &module);
/// Returns the statement `if (rare.areThere())` with the body `again`. The body computes values
/// again if the variable `rare` says that an operand was special, such as a zero.
StmtId ifSpecial(Module &module, VarId rare, Body again);

/// Rewrites consecutive statements of `body` that compute values of one cell and have two or more
/// quotients together. The emitted code computes the values without tests of operands. If an
/// operand was special, such as a zero, it computes them again with tests. Lambdas and branches in
/// `body` are rewritten as well, but not loops.
void splitRuns(Module &module, Body &body);

} // namespace stencilc::kernel
