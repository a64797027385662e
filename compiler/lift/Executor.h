/// \file What the readers of expressions, calls and loops need of those above them.
#pragma once

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::lift {

/// Carries out statements: expressions call functions that the file shows, bodies of functions and
/// loops are statements, and statements are made of expressions.
class Executor {
public:
  virtual void readStatement(const clang::Stmt *statement) = 0;

  /// Carries out the body of what `call` calls, and then `use` on the expression that it returns,
  /// while names are those of the callee. False if its end is no single `return`, or a statement of
  /// it cannot be lifted.
  virtual bool enterCall(const clang::CallExpr &call,
                         llvm::function_ref<void(const clang::Expr &returned)> use) = 0;

protected:
  ~Executor() = default;
};

} // namespace stencilc::lift
