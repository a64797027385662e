/// \file Prints a program as text: what `--emit=ir` shows and the tests compare.
///
/// One statement a line. Declarations first, then the stages:
///
///     stencil heat(x, y) from heat.stencil
///     arithmetic canonical, storage f64, compute f64
///     param d = 0.1 in 0 .. 0.25
///     uniform c0: f64 = 1 - 4 * d
///     uniform d: f64 = d
///     field T: f64, levels 1, line 4
///       boundary x.low fixed 100
///       boundary x.high keep
///       init 0
///     stage 0: T, rim x 0 1  // heat.stencil:9: T[t+1] = T + d * (sum(faces, T) - 4 * T)
///       %0: f64 = add T[y-1], T[x-1]
///       %lap: f64 = fma -4, T, %0
///       T[t+1] = %lap
///     reduction 0: max  // heat.stencil:10: max(abs(T[t+1] - T))
///       %0: f64 = subtract T[t+1], T
///       %1: f64 = abs %0
///       %r0 = max %1
///     report change every 100: %r0  // heat.stencil:10: max(abs(T[t+1] - T))
///     until every 100: %r0 < 1e-09  // heat.stencil:11: change < 1e-9
///
/// In a stage every operation has a line of its own, `name: type = operation operands`; leaves
/// (constants, reads, uniforms, positions) stand where they are used. A value is named after the
/// `let` it comes from, else by the number of its line in the stage. An operation whose operands
/// are of another type than its result says theirs: `%3: bool = less.f32 %1, %2`, `%4: f32 =
/// convert.f64 T[x-1]`. Reads name the axes that are not zero and the level if it is not t: `T`,
/// `T[x-1]`, `T[x+1, y-2, t-1]`. A size is `n` and the axis, as in the language.
///
/// Uniforms, boundary values and initial values are printed in the usual notation, with parentheses
/// exactly where the tree needs them, `f32(...)` for a rounding; one too long for that is printed
/// as lines of operations below its statement. Numbers are the shortest that read back to the same
/// bits.
#pragma once

#include "ir/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace stencilc::ir {

void printProgram(const Program &program, llvm::raw_ostream &out);

/// Nodes of the expression when shared ones are repeated; `limit + 1` if there are more than that.
int treeSize(const Program &program, ExprId root, int limit);

/// The expression in the usual notation, as printed for uniforms; "..." for more than 10000 nodes.
std::string expressionText(const Program &program, ExprId id);

} // namespace stencilc::ir
