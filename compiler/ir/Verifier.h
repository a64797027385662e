/// \file Checks that a program keeps the promises of Program.h.
#pragma once

#include "ir/Program.h"
#include <string>
#include <vector>

namespace stencilc::ir {

/// The broken promises, each text beginning with the name of its check; empty if all hold. Later
/// checks rely on earlier ones: when ids are out of range or operands come after their users,
/// only that is reported.
///
/// | check | promise |
/// |---|---|
/// | axes | 1 to 3 named axes; positions, extents, offsets, layers and boundaries stay on them |
/// | ids | every id refers to something in its store |
/// | order | operands come before their users in the pool, so expressions are acyclic |
/// | constant | the value of a constant is exactly representable in its type |
/// | types | operands and results have the types their operation asks for |
/// | stage-nodes, uniform-nodes, boundary-nodes, init-nodes | only what Program.h admits there |
/// | uniform-f64 | inside a uniform all is f64 (conditions: bool); one Convert at its root |
/// | uniform-name | names of uniforms are unique and not empty |
/// | check-nodes, check-type | reports (F64) and rules (Bool) hold only what Program.h admits |
/// | check-steps | reports and rules come every step or more seldom |
/// | stage-type, uniform-type, boundary-type, init-type | the root has the type of its target |
/// | updates | at most one update per field, none of a constant field |
/// | levels | a read's time level is kept; t+1 only of a field that an earlier stage updates |
/// | boundary-value | a value where the boundary is Fixed, and only there |
/// | periodic | both faces of an axis are periodic or neither is |
/// | boundary-none | no read leaves through a face without boundary, given the frozen layer |
/// | boundary-keep | the frozen layer covers every read through a Keep face |
std::vector<std::string> verifyProgram(const Program &program);

} // namespace stencilc::ir
