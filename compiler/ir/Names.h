/// \file Printed names of types, operations and kinds, and numbers as text.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace stencilc::ir {

const char *toString(ScalarType type); // such as f32, f16, u8, bool
/// Returns the number type called `name`, such as "bf16", or `nullopt` if there is none. "bool" is
/// not a number type.
std::optional<ScalarType> numberType(llvm::StringRef name);
const char *toString(UnaryOp op);            // such as sqrt
const char *toString(BinaryOp op);           // such as add, pow, lessEqual
const char *toString(BoundaryKind kind);     // such as mirror cell
const char *toString(Arithmetic arithmetic); // such as canonical
const char *toString(ReductionKind kind);    // such as norm

/// Returns true if `op` compares two numbers and has a Bool result.
bool isComparison(BinaryOp op);

/// Returns `value`, a number of type `type`, as text. It has the fewest digits from which the same
/// value can be read.
std::string numberText(double value, ScalarType type);

} // namespace stencilc::ir
