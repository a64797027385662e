/// \file Prints a program as text: what `--emit=ir` shows and the tests compare.
///
/// Every statement is one line. Declarations come first, then the stages:
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
/// In a stage every operation has a line of its own, `name: type = operation operands`. Leaves
/// (constants, reads, uniforms, positions) are printed where they are used. A value is named after
/// its `let`, or else by the number of its line in the stage. `line 4` is the line of the
/// declaration in the source. `rim x 0 1`: along x, 0 cells at the low face and 1 at the high face
/// are not updated.
///
/// An operation whose operands differ in type from its result prints the operand type: `%3: bool =
/// less.f32 %1, %2`, `%4: f32 = convert.f64 T[x-1]`. Reads print only offsets that are not zero,
/// and the time level if it is not t: `T`, `T[x-1]`, `T[x+1, y-2, t-1]`. The size along an axis is
/// printed as `n` and the axis, as in the language.
///
/// Uniforms, boundary values and initial values are printed in infix notation, with the fewest
/// parentheses, and `f32(...)` for a rounding. Values that are too long for that are printed as
/// lines of operations below their statement. Numbers have the fewest digits that read back to the
/// same bits.
#pragma once

#include "ir/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace stencilc::ir {

void printProgram(const Program &program, llvm::raw_ostream &out);

/// Returns the number of nodes of an expression that is printed as a tree. A node that is used
/// several times counts each time. Returns `limit + 1` if there are more than `limit` nodes.
int treeSize(const Program &program, ExprId root, int limit);

/// Returns an expression in infix notation, or "..." if its tree has more than 10000 nodes.
std::string expressionText(const Program &program, ExprId id);

} // namespace stencilc::ir
