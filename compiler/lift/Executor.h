/// \file The interface by which readers of expressions, calls and loops execute statements.
#pragma once

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::lift {

/// Executes C statements and calls symbolically. It breaks a dependency cycle: expressions contain
/// calls, bodies of called functions are statements, and statements contain expressions.
class Executor {
public:
  virtual void readStatement(const clang::Stmt *statement) = 0;

  /// Executes the body of the function that `call` calls, then calls `use` on the returned
  /// expression with the parameters still bound. Returns false if the body is not in the file,
  /// changes anything, or does not end in a single `return` with a value.
  virtual bool enterCall(const clang::CallExpr &call,
                         llvm::function_ref<void(const clang::Expr &returned)> use) = 0;

protected:
  ~Executor() = default;
};

} // namespace stencilc::lift
