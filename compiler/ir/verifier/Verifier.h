/// \file Checks the invariants of a program that Program.h states.
#pragma once

#include "ir/Program.h"
#include <string>
#include <vector>

namespace stencilc::ir {

/// Returns the violated invariants, each text beginning with the name of its check; empty if all
/// hold. Later checks rely on earlier ones. If ids are out of range or operands come after their
/// users, only these violations are returned. The frozen layer of a stage is the cells near faces
/// that it does not update.
///
/// | check | invariant |
/// |---|---|
/// | axes | 1 to 3 axes; positions, extents, offsets, frozen layers and boundaries use only these |
/// | ids | every id refers to an item of its store |
/// | order | operands come before their users in the pool, so expressions are acyclic |
/// | constant | the value of a constant is exactly representable in its type |
/// | types | operands and results have the types that the operation requires |
/// | KIND-nodes | a value of this kind (Root::kind) contains only leaves that Program.h allows |
/// | KIND-type | the root of such a value has the required type |
/// | uniform-f64 | inside a uniform all is f64 (conditions: bool); one Convert at its root |
/// | uniform-name | names of uniforms are unique and not empty |
/// | uniform-step | Uniform::isOfStep is true exactly if the value changes from step to step |
/// | check-steps | reports and rules have a period of at least one step |
/// | updates | at most one update per field, none of a constant field |
/// | levels | reads are of stored levels of the field, or of t+1 after a stage has updated it |
/// | boundary-value | a Fixed boundary has a value, every other boundary has none |
/// | periodic | both faces of an axis are periodic or neither is |
/// | boundary-none | no cell outside the frozen layer reads beyond a face without boundary |
/// | boundary-keep | no cell outside the frozen layer reads beyond a face whose boundary is Keep |
/// | profile | a profile is constant, has one level, lacks an axis, and has no Fixed or Keep face |
/// | locals, repeats, carry | see VerifierLocals.h |
/// | points, saves | see VerifierPoints.h |
/// | globalReductions, globalReduction-order, kept-start | see VerifierGlobalReductions.h |
std::vector<std::string> verifyProgram(const Program &program);

} // namespace stencilc::ir
