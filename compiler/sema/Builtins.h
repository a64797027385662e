/// \file The functions of the language.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::sema {

enum class BuiltinKind : std::uint8_t {
  Pointwise, // one argument, `op`
  Sum,       // over a neighbourhood
  Min,
  Max,   // over a neighbourhood, or of two or more values
  Norm,  // over all cells
  Count, // of conditions that hold, over a neighbourhood or all cells
  Apply,
  Rounded, // one argument, to the type that the function is called like
  Select,
  Difference, // d, d2, laplacian
  Gaussian,
  Random, // initial values only
};

struct Builtin {
  llvm::StringRef name;
  BuiltinKind kind;
  ir::UnaryOp op = ir::UnaryOp::Abs; // Pointwise
  llvm::StringRef usage;             // how to call it, for messages
};

llvm::ArrayRef<Builtin> builtins();
/// What joins the values of `sum`, `min`, `max` or `count`.
ir::BinaryOp joins(const Builtin &builtin);
/// Whether anything may be called like it: it is the function before a bracket only.
bool mayBeHidden(const Builtin &builtin);
/// Null if `name` is no function of the language.
const Builtin *findBuiltin(llvm::StringRef name);

} // namespace stencilc::sema
