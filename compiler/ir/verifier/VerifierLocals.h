/// \file Checks local fields (values within a time step) and repeated stages of an IR program, as a
/// part of the verifier.
#pragma once

#include "ir/verifier/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks that local fields (which exist only within a time step) have the highest ids, one level,
/// no initial value and no frozen cells. Checks that `repeat` loops are in order and do not
/// overlap. The fields that carry a value to the next iteration must have one storage type and
/// equal boundaries. Precondition: all ids are in range.
void checkLocals(const Program &program, const Broken &broken);

} // namespace stencilc::ir
