/// \file The interface by which readers of C expressions, calls and loops execute C statements.
#pragma once

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::lift {

/// Interface that executes C statements and calls symbolically. It lets readers of expressions use
/// readers of statements: expressions contain calls, and bodies of called functions are statements.
class Executor {
public:
  virtual void readStatement(const clang::Stmt *statement) = 0;

  /// Executes the body of the function that `call` calls. Then calls `use` with the returned
  /// expression, while the parameters have their values. Returns false if the body is not in the
  /// file, changes anything, or does not end in a single `return` with a value.
  virtual bool enterCall(const clang::CallExpr &call,
                         llvm::function_ref<void(const clang::Expr &returned)> use) = 0;

protected:
  ~Executor() = default;
};

} // namespace stencilc::lift
