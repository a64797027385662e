/// \file The built-in functions of the language.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::sema {

/// Kind of a built-in function. Functions of one kind are translated to the IR in the same way.
enum class BuiltinKind : std::uint8_t {
  Pointwise, // one argument, computed with `op`
  Sum,       // over a neighbourhood, an index range or all cells, as the next two
  Min,
  Max,   // also of two or more values
  Norm,  // over all cells
  Count, // number of cells for which a condition holds
  Apply,
  Rounded, // conversion to the number type of the same name
  Select,
  Difference, // d, d2, laplacian
  Gaussian,
  Random, // as Normal allowed in initial values and updates only
  Normal,
};

/// A built-in function of the language, such as `sum` or `sqrt`.
struct Builtin {
  llvm::StringRef name;
  BuiltinKind kind;
  ir::UnaryOp op = ir::UnaryOp::Abs; // for Pointwise
  llvm::StringRef usage;             // how to call it, for messages
};

/// Returns all built-in functions.
llvm::ArrayRef<Builtin> builtins();
/// Returns the operation that combines the terms of a reduction, for example addition for `sum` and
/// `count`.
ir::BinaryOp joins(const Builtin &builtin);
/// Returns whether a declaration of any kind may reuse the name of this built-in. In a call
/// `name(...)` the name still means the built-in function, unless the declaration is a function.
bool mayBeHidden(const Builtin &builtin);
/// Returns the built-in function called `name`, or null if there is none.
const Builtin *findBuiltin(llvm::StringRef name);

} // namespace stencilc::sema
