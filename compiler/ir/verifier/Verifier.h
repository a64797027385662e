/// \file Checks the invariants of a program that Program.h states.
#pragma once

#include "ir/Program.h"
#include <string>
#include <vector>

namespace stencilc::ir {

/// Returns the violated invariants, each text beginning with the name of its check; empty if all
/// hold. Later checks rely on earlier ones. If ids are out of range or operands come after their
/// users, only these violations are returned.
///
/// | check | invariant |
/// |---|---|
/// | axes | 1 to 3 named axes; positions, extents, offsets, layers and boundaries stay on them |
/// | ids | every id refers to an item of its store |
/// | order | operands come before their users in the pool, so expressions are acyclic |
/// | constant | the value of a constant is exactly representable in its type |
/// | types | operands and results have the types that the operation requires |
/// | KIND-nodes | a value of this kind (Root::kind) contains only leaves that Program.h allows |
/// | KIND-type | the root of such a value has the required type |
/// | uniform-f64 | inside a uniform all is f64 (conditions: bool); one Convert at its root |
/// | uniform-name | names of uniforms are unique and not empty |
/// | uniform-step | Uniform::isOfStep agrees with the value |
/// | check-steps | reports and rules have a period of at least one step |
/// | updates | at most one update per field, none of a constant field |
/// | levels | a read's time level is kept; t+1 only of a field that an earlier stage updates |
/// | boundary-value | a value where the boundary is Fixed, and only there |
/// | periodic | both faces of an axis are periodic or neither is |
/// | boundary-none | no read crosses a face without boundary, given the frozen layer |
/// | boundary-keep | the frozen layer covers every read through a Keep face |
/// | profile | a constant of one level over some of the axes, without Fixed and Keep |
/// | locals, repeats, carry | see VerifierLocals.h |
/// | points, saves | see VerifierPoints.h |
/// | globalReductions, globalReduction-order, kept-start | see VerifierGlobalReductions.h |
std::vector<std::string> verifyProgram(const Program &program);

} // namespace stencilc::ir
