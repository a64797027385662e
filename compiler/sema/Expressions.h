/// \file Lowers expressions of the source to typed IR: names, reads at offsets, calls, reductions.
#pragma once

#include "sema/CallLowering.h"

namespace stencilc::sema {

/// Lowers expressions for one purpose. Every function returns nothing after reporting what is
/// wrong (or silently, if the declaration of a name was reported before).
class Lowering final : public CallLowering {
public:
  /// Expressions are added to `program`. `updated` are the fields whose t+1 may be read, because
  /// an earlier stage computes it.
  Lowering(Unit &unit, ir::Program &program, Purpose purpose, std::set<ir::FieldId> updated = {});

  std::optional<Value> lower(ast::ExprId id, const UseSite &place = {}) final;
  /// Lowers an expression whose result must be a number; `what` needs it ("the value of 'u[t+1]'").
  std::optional<Value> lowerNumber(ast::ExprId id, const UseSite &place,
                                   llvm::StringRef what) final;
  /// Lowers an expression whose result must be a condition.
  std::optional<Value> lowerCondition(ast::ExprId id, const UseSite &place,
                                      llvm::StringRef what) final;

private:
  Result lowerOverCells(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                        const UseSite &place) final; // Reductions.cpp
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
  unsigned wholeUpTo = 1;  // an expression at this nesting is the whole value but for its sign
  bool isTooLarge = false; // was reported
};

} // namespace stencilc::sema
