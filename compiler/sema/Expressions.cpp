/// \file Lowers nodes and names; calls are in Calls.cpp, reads in Accesses.cpp.
#include "sema/Expressions.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

/// A stage with more operations than this would neither compile nor run in any useful time.
static constexpr unsigned kMaxOperations = 1u << 16;
/// Deeper trees would exhaust the stack of the steps that walk them.
static constexpr unsigned kMaxNesting = 4096;

static bool isStage(Purpose purpose) {
  return purpose == Purpose::Draft || purpose == Purpose::Written;
}

Lowering::Lowering(Unit &unit, ir::Program &program, Purpose purpose, std::set<ir::FieldId> updated)
    : unit(unit), purpose(purpose), updated(std::move(updated)), compute(unit.program.compute),
      builder(program, purpose, unit.program.compute) {}

Lowering::Result Lowering::lower(ast::ExprId id, const Place &place) {
  const ast::Expr &expr = unit.stencil.exprs[id];
  if (!countOperation(expr.range, place))
    return std::nullopt;
  ++nesting;
  const Result value = lowerNode(expr, place);
  --nesting;
  return value;
}

Lowering::Result Lowering::lowerNode(const ast::Expr &expr, const Place &place) {
  return match(
      expr.node, [&](const ast::Number &e) { return lowerLiteral(e, expr.range); },
      [&](const ast::Name &e) { return lowerName(e.name, place); },
      [&](const ast::Access &e) { return lowerAccess(e, expr.range, place); },
      [&](const ast::Call &e) { return lowerCall(e, expr.range, place); },
      [&](const ast::InlineNeighbourhood &) -> Result {
        error(place, expr.range, diag::NotAValue, sourceText(expr.range), "a neighbourhood",
              "it stands only as the first argument of 'sum', 'min' or 'max'");
        return std::nullopt;
      },
      [&](const ast::Unary &e) { return lowerUnary(e, place); },
      [&](const ast::Binary &e) { return lowerBinary(e, place); });
}

Lowering::Result Lowering::lowerNumber(ast::ExprId id, const Place &place, llvm::StringRef what) {
  const Result value = lower(id, place);
  if (!value || !builder.isBoolean(*value))
    return value;
  const llvm::SMRange range = unit.stencil.exprs[id].range;
  errorWithHint(place, range, range, "write 'select(condition, 1, 0)' for 1 where it holds",
                diag::NotANumber, what);
  return std::nullopt;
}

Lowering::Result Lowering::lowerCondition(ast::ExprId id, const Place &place,
                                          llvm::StringRef what) {
  const Result value = lower(id, place);
  if (!value || builder.isBoolean(*value))
    return value;
  const llvm::SMRange range = unit.stencil.exprs[id].range;
  errorWithHint(place, range, range, "compare it, for example with '!= 0'", diag::NotBoolean, what);
  return std::nullopt;
}

bool Lowering::countOperation(llvm::SMRange range, const Place &place) {
  const bool isTooDeep = nesting >= kMaxNesting;
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
  // One warning is enough to tell; the same file may mean all its literals so.
  if (!number.suffix && purpose == Purpose::Written && compute == ir::ScalarType::F32 &&
      unit.isFirst({}, diag::LiteralWidens.id))
    unit.diags.report(range, diag::LiteralWidens)
        .note(range, diag::Hint,
              "write '" + sourceText(range).str() + "f' to compute in f32, or '" +
                  sourceText(range).str() + "d' to mean f64");
  return builder.literal(number.value, number.suffix);
}

Lowering::Result Lowering::lowerName(const ast::Identifier &name, const Place &place) {
  if (place.frame)
    for (auto [index, parameter] : llvm::enumerate(place.frame->function->parameters))
      if (parameter.text == name.text)
        return lowerArgument(index, place);
  if (const auto symbol = unit.names.find(name.text))
    return lowerSymbol(*symbol, name, name.range, place);
  return std::nullopt; // reported by resolveUses
}

Lowering::Result Lowering::lowerAccess(const ast::Access &access, llvm::SMRange range,
                                       const Place &place) {
  const std::optional<Displacement> own = resolveShifts(unit, access.shifts);
  if (!own)
    return std::nullopt;
  const Place shifted{place.shift + *own, place.frame};
  if (!checkReach(shifted.shift.offset, range, place))
    return std::nullopt;
  if (place.frame)
    for (auto [index, parameter] : llvm::enumerate(place.frame->function->parameters))
      if (parameter.text == access.base.text)
        return lowerArgument(index, shifted);

  const auto id = unit.names.find(access.base.text);
  if (!id)
    return std::nullopt;
  const Symbol &symbol = unit.names[*id];
  if (symbol.kind != SymbolKind::Field && symbol.kind != SymbolKind::Let) {
    errorWithHint(place, range, range,
                  symbol.kind == SymbolKind::Axis
                      ? "write '" + symbol.name + " + 1' for the position of a neighbour"
                      : "leave out the index",
                  diag::NotShiftable, symbol.name, describe(symbol.kind));
    return std::nullopt;
  }
  const auto field = unit.fields.find(*id);
  if (field != unit.fields.end() && unit.program.fields[field->second].isConstant) {
    for (const ast::Shift &shift : access.shifts) {
      if (shift.axis.text == "t") {
        errorWithHint(place, shift.range, symbol.declared, "'" + symbol.name + "' declared here",
                      diag::ConstantFieldInTime, symbol.name);
        return std::nullopt;
      }
    }
  }
  return lowerSymbol(*id, access.base, range, shifted);
}

Lowering::Result Lowering::lowerSymbol(SymbolId id, const ast::Identifier &name,
                                       llvm::SMRange range, const Place &place) {
  const Symbol &symbol = unit.names[id];
  if (!isAllowed(symbol.kind, name.text, range, place))
    return std::nullopt;
  const auto notAValue = [&](llvm::StringRef instead) -> Result {
    error(place, range, diag::NotAValue, name.text, describe(symbol.kind), instead);
    return std::nullopt;
  };
  switch (symbol.kind) {
  case SymbolKind::Axis:
    return builder.position(symbol.axis, place.shift.offset[symbol.axis]);
  case SymbolKind::Size:
    return builder.extent(symbol.axis);
  case SymbolKind::Pi:
    return builder.constant(3.14159265358979323846);
  case SymbolKind::Constant: {
    const auto found = unit.constants.find(id);
    return found == unit.constants.end() ? Result() : builder.constant(found->second);
  }
  case SymbolKind::Param: {
    const auto found = unit.params.find(id);
    return found == unit.params.end() ? Result() : builder.param(found->second);
  }
  case SymbolKind::Field:
    return lowerRead(id, range, place);
  case SymbolKind::Let:
    return lowerLet(id, std::get<ast::LetStatement>(symbol.statement->node), place);
  case SymbolKind::Time:
    return notAValue("it stands only in an index, as in 'u[t-1]'");
  case SymbolKind::Centre:
  case SymbolKind::Neighbourhood:
    return notAValue("write for example 'sum(" + name.text + ", u)'");
  case SymbolKind::Coefficient:
    return notAValue("write 'apply(" + name.text + ", u)'");
  case SymbolKind::Builtin:
  case SymbolKind::Function:
    return notAValue("call it with its arguments in parentheses");
  }
  llvm_unreachable("unknown kind of symbol");
}

bool Lowering::isAllowed(SymbolKind kind, llvm::StringRef name, llvm::SMRange range,
                         const Place &place) {
  const bool isPosition = kind == SymbolKind::Axis, isField = kind == SymbolKind::Field;
  const bool isRunTime = kind == SymbolKind::Size || kind == SymbolKind::Param;
  if (isStage(purpose) || (!isPosition && !isField && !isRunTime))
    return true;
  const std::string quoted = "'" + name.str() + "'";
  switch (purpose) {
  case Purpose::Constant:
    error(place, range, diag::NotConstant, "this value",
          isPosition                 ? quoted + " is a position and differs from cell to cell"
          : isField                  ? quoted + " is a field and changes from step to step"
          : kind == SymbolKind::Size ? quoted + " is a size and is chosen at run time"
                                     : quoted + " is a parameter and is set at run time");
    return false;
  case Purpose::Coefficient:
    if (isRunTime)
      return true;
    error(place, range, diag::NotAvailable, quoted, "a coefficient",
          "a table holds the same numbers for all cells; write the product as an expression");
    return false;
  case Purpose::Boundary:
  case Purpose::Initial:
    if (!isField)
      return true;
    error(place, range, diag::NotAvailable, quoted,
          purpose == Purpose::Boundary ? "the value of a boundary" : "an initial value",
          "it may depend on positions, sizes and parameters, but not on fields");
    return false;
  default:
    return true;
  }
}

Lowering::Result Lowering::lowerLet(SymbolId id, const ast::LetStatement &let, const Place &place) {
  const auto known = lets.find({id, place.shift});
  if (known != lets.end())
    return known->second;
  // The value has its meaning where it is declared: outside of any function.
  const Result value = lower(let.value, {place.shift, nullptr});
  lets.emplace(std::pair(id, place.shift), value);
  if (value && place.shift == Displacement())
    namedLets.try_emplace(value->id, let.name.text);
  return value;
}

Lowering::Result Lowering::lowerArgument(std::size_t index, const Place &place) {
  const Frame &frame = *place.frame;
  if (index >= frame.call->arguments.size())
    return std::nullopt;
  const auto known = frame.lowered.find({index, place.shift});
  if (known != frame.lowered.end())
    return known->second;
  const Result value = lower(frame.call->arguments[index], {place.shift, frame.caller});
  frame.lowered.emplace(std::pair(index, place.shift), value);
  return value;
}

Lowering::Result Lowering::lowerUnary(const ast::Unary &unary, const Place &place) {
  const bool isNot = unary.op == ast::UnaryOp::Not;
  const Result operand = isNot ? lowerCondition(unary.operand, place, "'!'")
                               : lowerNumber(unary.operand, place, "'-'");
  if (!operand)
    return std::nullopt;
  return builder.unary(isNot ? ir::UnaryOp::Not : ir::UnaryOp::Negate, *operand);
}

/// The operation of the IR and how messages call it; Power is not among them.
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

Lowering::Result Lowering::lowerBinary(const ast::Binary &binary, const Place &place) {
  const auto [op, sign] = operationOf(binary.op);
  const bool isLogic = op == ir::BinaryOp::And || op == ir::BinaryOp::Or;
  const auto operand = [&](ast::ExprId id) {
    return isLogic ? lowerCondition(id, place, sign) : lowerNumber(id, place, sign);
  };
  const Result lhs = operand(binary.lhs), rhs = operand(binary.rhs);
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
