/// \file Lowers expressions: literals and operators.
#include "sema/Expressions.h"
#include "sema/limits/Limits.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

/// Maximum number of operations of one expression. Compilation and execution of larger ones would
/// take too long.
static constexpr unsigned kMaxOperations = 1u << 16;
/// Maximum nesting depth of expressions. Deeper trees would overflow the stack of recursive passes.
static constexpr unsigned kMaxNesting = 4096;

Lowering::Lowering(Unit &unit, ir::Program &program, Purpose purpose, std::set<ir::FieldId> updated)
    : CallLowering(unit, program, purpose, std::move(updated)), compute(unit.program.compute) {}

Lowering::Result Lowering::lower(ast::ExprId id, const UseSite &place) {
  const ast::Expr &expr = unit.stencil.exprs[id];
  if (!countOperation(expr.range, place))
    return std::nullopt;
  ++nesting;
  const Result value = lowerNode(expr, place);
  --nesting;
  return value && checkFinite(*value, expr.range, place) ? value : std::nullopt;
}

/// Returns false after it has reported a value that is known at compile time and is infinite or
/// NaN. Constants and coefficients always pass, because the code that lowers them checks their
/// complete value.
bool Lowering::checkFinite(const Value &value, llvm::SMRange range, const UseSite &place) {
  const std::optional<double> known = builder.known(value);
  if (!known || std::isfinite(*known) || purpose == Purpose::Constant ||
      purpose == Purpose::Coefficient)
    return true;
  error(place, range, diag::NotFinite, quoted(shortened(onOneLine(sourceText(range)))),
        std::isnan(*known) ? "nan" : toText(*known));
  return false;
}

Lowering::Result Lowering::lowerNode(const ast::Expr &expr, const UseSite &place) {
  return match(
      expr.node, [&](const ast::Number &e) { return lowerLiteral(e, expr.range); },
      [&](const ast::Name &e) { return lowerName(e.name, place); },
      [&](const ast::Access &e) { return lowerAccess(e, expr.range, place); },
      [&](const ast::Call &e) { return lowerCall(e, expr.range, place); },
      [&](const ast::InlineNeighbourhood &) -> Result {
        error(place, expr.range, diag::NotAValue, sourceText(expr.range), "a neighbourhood",
              "it is allowed only as the first argument of 'sum', 'min' or 'max'");
        return std::nullopt;
      },
      // Only reached without a second argument, as in `sum(i in 0 .. 8)`.
      [&](const ast::InlineRange &) -> Result { return std::nullopt; },
      [&](const ast::Unary &e) { return lowerUnary(e, place); },
      [&](const ast::Binary &e) { return lowerBinary(e, place); });
}

Lowering::Result Lowering::lowerNumber(ast::ExprId id, const UseSite &place, llvm::StringRef what) {
  return requireNumber(lower(id, place), id, place, what);
}

/// Returns `value`, the lowered expression `id`, if it is a number. If it is a condition, reports
/// an error and returns nullopt.
Lowering::Result Lowering::requireNumber(const Result &value, ast::ExprId id, const UseSite &place,
                                         llvm::StringRef what) {
  if (!value || !builder.isBoolean(*value))
    return value;
  const llvm::SMRange range = unit.stencil.exprs[id].range;
  errorWithHint(place, range, range, "write 'select(condition, 1, 0)' for 1 where it holds",
                diag::NotANumber, what);
  return std::nullopt;
}

std::optional<Value> Lowering::lowerCondition(ast::ExprId id, const UseSite &place,
                                              llvm::StringRef what) {
  const Result value = lower(id, place);
  if (!value || builder.isBoolean(*value))
    return value;
  const llvm::SMRange range = unit.stencil.exprs[id].range;
  errorWithHint(place, range, range, "compare it, for example with '!= 0'", diag::NotBoolean, what);
  return std::nullopt;
}

bool Lowering::countOperation(llvm::SMRange range, const UseSite &place) {
  const bool isTooDeep = nesting >= kMaxNesting;
  if (++unit.operations > kMaxAllOperations) {
    const llvm::SMRange name = unit.stencil.name.range;
    if (unit.isFirst(name, diag::ProgramTooLarge.id))
      unit.diags
          .report(name, diag::ProgramTooLarge, unit.stencil.name.text,
                  counted(kMaxAllOperations, "operation") + " in all its statements")
          .note(range, diag::Hint,
                "the count ends here, with lets, functions and neighbourhoods expanded; store "
                "values that are computed several times in a field");
    return false;
  }
  if (++operations <= kMaxOperations && !isTooDeep)
    return true;
  if (!isTooLarge)
    error(place, range, diag::UpdateTooLarge,
          isTooDeep ? counted(kMaxNesting, "level") + " of nesting"
                    : counted(kMaxOperations, "operation"));
  isTooLarge = true;
  return false;
}

Lowering::Result Lowering::lowerLiteral(const ast::Number &number, llvm::SMRange range) {
  if (number.suffix && purpose == Purpose::Draft) {
    if (unit.isFirst(range, diag::SuffixWithoutEffect.id))
      unit.diags.report(range, diag::SuffixWithoutEffect, llvm::StringRef(&number.suffix, 1))
          .note(range, diag::Hint,
                "leave it out, or write 'arithmetic written;' to compute with the precision of "
                "each literal");
  }
  // Only the first such literal is reported, because a file usually uses all its literals in the
  // same way.
  if (!number.suffix && !number.isInteger && purpose == Purpose::Written && nesting > wholeUpTo &&
      compute == ir::ScalarType::F32 && unit.isFirst({}, diag::LiteralWidens.id))
    unit.diags.report(range, diag::LiteralWidens)
        .note(range, diag::Hint,
              "write '" + sourceText(range).str() + "f' to compute in f32, or '" +
                  sourceText(range).str() + "d' to mean f64");
  return builder.literal(number.value, number.suffix, number.isInteger);
}

Lowering::Result Lowering::lowerUnary(const ast::Unary &unary, const UseSite &place) {
  const bool isNot = unary.op == ast::UnaryOp::Not, isWhole = nesting == wholeUpTo;
  wholeUpTo += isWhole;
  const Result operand = isNot ? lowerCondition(unary.operand, place, "'!'")
                               : lowerNumber(unary.operand, place, "'-'");
  wholeUpTo -= isWhole;
  if (!operand)
    return std::nullopt;
  return builder.unary(isNot ? ir::UnaryOp::Not : ir::UnaryOp::Negate, *operand);
}

/// Returns the IR operation for an operator of the language, and its name for messages.
static std::pair<ir::BinaryOp, llvm::StringRef> operationOf(ast::BinaryOp op) {
  switch (op) {
  case ast::BinaryOp::Add:
    return {ir::BinaryOp::Add, "'+'"};
  case ast::BinaryOp::Subtract:
    return {ir::BinaryOp::Subtract, "'-'"};
  case ast::BinaryOp::Multiply:
    return {ir::BinaryOp::Multiply, "'*'"};
  case ast::BinaryOp::Divide:
    return {ir::BinaryOp::Divide, "'/'"};
  case ast::BinaryOp::Power:
    return {ir::BinaryOp::Power, "'^'"};
  case ast::BinaryOp::Less:
    return {ir::BinaryOp::Less, "'<'"};
  case ast::BinaryOp::LessEqual:
    return {ir::BinaryOp::LessEqual, "'<='"};
  case ast::BinaryOp::Greater:
    return {ir::BinaryOp::Greater, "'>'"};
  case ast::BinaryOp::GreaterEqual:
    return {ir::BinaryOp::GreaterEqual, "'>='"};
  case ast::BinaryOp::Equal:
    return {ir::BinaryOp::Equal, "'=='"};
  case ast::BinaryOp::NotEqual:
    return {ir::BinaryOp::NotEqual, "'!='"};
  case ast::BinaryOp::And:
    return {ir::BinaryOp::And, "'&&'"};
  case ast::BinaryOp::Or:
    return {ir::BinaryOp::Or, "'||'"};
  }
  llvm_unreachable("unknown operator");
}

/// Reports an operator whose operands are conditions instead of numbers, with advice.
void Lowering::refuseConditions(const ast::Binary &binary, llvm::StringRef sign,
                                const UseSite &place) {
  const std::string lhs = onOneLine(sourceText(unit.stencil.exprs[binary.lhs].range)),
                    rhs = onOneLine(sourceText(unit.stencil.exprs[binary.rhs].range));
  const auto asNumbers = [&](llvm::StringRef between) {
    return ("'select(" + lhs + ", 1, 0) " + between + " select(" + rhs + ", 1, 0)'").str();
  };
  const std::string hint = binary.op == ast::BinaryOp::NotEqual || binary.op == ast::BinaryOp::Power
                               ? "where one of them holds and not the other: " + asNumbers("!=")
                           : binary.op == ast::BinaryOp::Equal
                               ? "where both hold or neither: " + asNumbers("==")
                               : "'select(condition, 1, 0)' is 1 where it holds";
  errorWithHint(place, unit.stencil.exprs[binary.lhs].range, {}, hint, diag::NotNumbers, sign);
}

Lowering::Result Lowering::lowerBinary(const ast::Binary &binary, const UseSite &place) {
  const auto [op, sign] = operationOf(binary.op);
  const bool isLogic = op == ir::BinaryOp::And || op == ir::BinaryOp::Or;
  const auto operand = [&](ast::ExprId id) {
    return isLogic ? lowerCondition(id, place, sign) : lower(id, place);
  };
  Result lhs = operand(binary.lhs), rhs = operand(binary.rhs);
  if (!isLogic && lhs && rhs && builder.isBoolean(*lhs) && builder.isBoolean(*rhs)) {
    refuseConditions(binary, sign, place);
    return std::nullopt;
  }
  if (!isLogic) {
    lhs = requireNumber(lhs, binary.lhs, place, sign);
    rhs = requireNumber(rhs, binary.rhs, place, sign);
  }
  if (!lhs || !rhs)
    return std::nullopt;
  if (op == ir::BinaryOp::Power)
    return builder.power(*lhs, *rhs);
  if (op == ir::BinaryOp::Divide && builder.known(*rhs) == 0.0) {
    error(place, unit.stencil.exprs[binary.rhs].range, diag::DivisionByZero);
    return std::nullopt;
  }
  return builder.binary(op, *lhs, *rhs);
}

} // namespace stencilc::sema
