/// \file Lowers expressions of the syntax tree to typed IR.
#pragma once

#include "sema/CallLowering.h"

namespace stencilc::sema {

/// Lowering of expressions from the syntax tree to the IR, for one purpose. Every function returns
/// nullopt after it has reported an error. It also returns nullopt, without a report, for a name
/// whose declaration has a reported error.
class Lowering final : public CallLowering {
public:
  /// Prepares a lowering that adds expressions to `program`. `updated` are the fields whose values
  /// at t+1 can be read, because an earlier stage (update statement) computes them.
  Lowering(Unit &unit, ir::Program &program, Purpose purpose, std::set<ir::FieldId> updated = {});

  std::optional<Value> lower(ast::ExprId id, const UseSite &place = {}) final;
  /// Lowers expression `id`, which must be a number. `what` names the expression in error messages,
  /// such as "the value of 'u[t+1]'".
  std::optional<Value> lowerNumber(ast::ExprId id, const UseSite &place,
                                   llvm::StringRef what) final;
  /// Lowers expression `id`, which must be a condition. `what` names the expression in error
  /// messages.
  std::optional<Value> lowerCondition(ast::ExprId id, const UseSite &place,
                                      llvm::StringRef what) final;

private:
  Result lowerOverCells(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                        const UseSite &place) final; // in Reductions.cpp
  Result lowerNode(const ast::Expr &expr, const UseSite &place);
  Result lowerLiteral(const ast::Number &number, llvm::SMRange range);
  Result lowerUnary(const ast::Unary &unary, const UseSite &place);
  Result requireNumber(const Result &value, ast::ExprId id, const UseSite &place,
                       llvm::StringRef what);
  void refuseConditions(const ast::Binary &binary, llvm::StringRef sign, const UseSite &place);
  Result lowerBinary(const ast::Binary &binary, const UseSite &place);
  bool countOperation(llvm::SMRange range, const UseSite &place);
  bool checkFinite(const Value &value, llvm::SMRange range, const UseSite &place);

  ir::ScalarType compute;
  unsigned operations = 0, nesting = 0;
  /// Largest nesting depth at which an expression counts as the complete value, 1 for its root.
  /// Deeper expressions are its operands. While the operand of a sign in front of the complete
  /// value is lowered, this depth is one higher.
  unsigned wholeUpTo = 1;
  bool isTooLarge = false; // reported as too large
};

} // namespace stencilc::sema
