/// \file The interface by which readers of expressions, calls and loops execute statements.
#pragma once

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::lift {

/// An interface to execute C statements and calls symbolically. The readers of expressions and of
/// statements need each other: expressions contain calls, and bodies of called functions are
/// statements.
class Executor {
public:
  virtual void readStatement(const clang::Stmt *statement) = 0;

  /// Executes the function body that `call` enters, then calls `use` on the returned expression
  /// while the parameters are bound. Returns false if the body is not in the file, changes
  /// anything, or does not end in a single `return` with a value.
  virtual bool enterCall(const clang::CallExpr &call,
                         llvm::function_ref<void(const clang::Expr &returned)> use) = 0;

protected:
  ~Executor() = default;
};

} // namespace stencilc::lift
