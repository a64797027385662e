/// \file Values of the program that may tell of rare operands, in place of a test of each.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Quotients of one cell up to which threads ask once for all: until then they hold what cells are
/// made of. With 24, as blast has in a kernel, registers spill.
inline constexpr int kMostQuotients = 16;

/// How many quotients of all values in an expression may tell (analysis::toldQuotients).
int countQuotients(const Module &module, ExprId expr);
/// How many of those in statements, less what is within them.
int countQuotients(const Module &module, const Body &body);
/// Whether roots of any value in an expression may tell (analysis::mayTellRareRoots).
bool hasRoots(const Module &module, ExprId expr);
/// Whether values with quotients are only a part of what a statement computes, as in a choice of
/// cells that keep their value. What is told there might not be computed, where others rely on it.
bool hidesQuotients(const Module &module, StmtId stmt);

/// An expression whose values tell `rare` of their operands.
ExprId telling(Module &module, ExprId expr, VarId rare);
/// A statement, less those within it, whose values tell `rare` of their operands.
StmtId telling(Module &module, StmtId stmt, VarId rare);

/// `RareOperands rare = {};`, with the variable.
std::pair<VarId, StmtId> declareRare(Module &module);
/// `if (rare.areThere())` with what is done again.
StmtId ifRare(Module &module, VarId rare, Body again);

/// Has values side by side with several quotients, as one cell has them, computed without tests,
/// and again with them where an operand was rare; also in closures and branches, not in loops.
void splitRuns(Module &module, Body &body);

} // namespace stencilc::kernel
