/// \file Printed names of operations, types and kinds, kinds of operations, and numbers as text.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace stencilc::ir {

const char *toString(ScalarType type); // f32 f16 u8 bool
/// The type of numbers called `name`, such as "bf16".
std::optional<ScalarType> numberType(llvm::StringRef name);
const char *toString(UnaryOp op);            // sqrt
const char *toString(BinaryOp op);           // add, pow, lessEqual
const char *toString(BoundaryKind kind);     // mirror cell
const char *toString(Arithmetic arithmetic); // canonical
const char *toString(ReductionKind kind);    // norm

/// Less, Equal and so on: operations on numbers with a Bool result.
bool isComparison(BinaryOp op);

/// `value`, a number of type `type`, in the fewest digits that read back to it.
std::string numberText(double value, ScalarType type);

} // namespace stencilc::ir
