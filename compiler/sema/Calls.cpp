/// \file Lowers function calls: user functions by expansion, built-in functions, and reductions.
#include "ir/Names.h"
#include "sema/Arguments.h"
#include "sema/CallLowering.h"
#include "sema/names/Groups.h"
#include "sema/values/Coefficients.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

CallLowering::Result CallLowering::lowerCall(const ast::Call &call, llvm::SMRange range,
                                             const UseSite &place) {
  const auto id = unit.symbols.findCallee(call.callee.text);
  if (!id)
    return std::nullopt; // reported by resolveUses
  const Symbol &symbol = unit.symbols[*id];
  const bool isBuiltin = symbol.kind == SymbolKind::Builtin;
  const bool isDifference = isBuiltin && findBuiltin(symbol.name)->kind == BuiltinKind::Difference;
  if (call.order && !isDifference) {
    errorWithHint(place, call.order->range, {}, "leave it out", diag::OrderOfOthers,
                  call.callee.text);
    return std::nullopt;
  }
  if (symbol.kind == SymbolKind::Function)
    return lowerUserCall(std::get<ast::FunctionStatement>(symbol.statement->node), call, range,
                         place);
  if (isDifference)
    return lowerDifference(*findBuiltin(symbol.name), call, range, place);
  if (isBuiltin)
    return lowerBuiltin(*findBuiltin(symbol.name), call, range, place);
  const bool isField = symbol.kind == SymbolKind::Field && !call.arguments.empty();
  const std::string arguments =
      isField ? sourceText({unit.stencil.exprs[call.arguments.front()].range.Start,
                            unit.stencil.exprs[call.arguments.back()].range.End})
                    .str()
              : "";
  errorWithHint(place, call.callee.range, symbol.declared,
                isField ? "a field is read in square brackets, as '" + symbol.name + "[" +
                              onOneLine(arguments) + "]'; it is declared here"
                : symbol.declared.isValid() ? "'" + symbol.name + "' declared here"
                                            : "",
                diag::NotAFunction, symbol.name, describe(symbol.kind));
  return std::nullopt;
}

bool CallLowering::checkArgumentCount(const ast::Call &call, bool isRight, llvm::StringRef wanted,
                                      llvm::StringRef usage, llvm::SMRange range,
                                      const UseSite &place) {
  if (!isRight)
    error(place, range, diag::ArgumentCount, call.callee.text, wanted,
          static_cast<unsigned>(call.arguments.size()), usage);
  return isRight;
}

CallLowering::Result CallLowering::lowerUserCall(const ast::FunctionStatement &function,
                                                 const ast::Call &call, llvm::SMRange range,
                                                 const UseSite &place) {
  std::string usage = function.name.text + "(";
  for (const ast::Identifier &parameter : function.parameters)
    usage += (usage.back() == '(' ? "" : ", ") + parameter.text;
  if (!checkArgumentCount(call, call.arguments.size() == function.parameters.size(),
                          counted(function.parameters.size(), "argument"), usage + ")", range,
                          place))
    return std::nullopt;
  const Frame frame{&function, &call, place.frame};
  return lower(function.body, {place.shift, &frame});
}

/// Returns the number of arguments that a built-in function requires. For a reduction, which can
/// run over a neighbourhood or over all cells, this is the number for a neighbourhood.
static std::size_t argumentCount(BuiltinKind kind, int rank) {
  switch (kind) {
  case BuiltinKind::Pointwise:
  case BuiltinKind::Norm:
  case BuiltinKind::Rounded:
  case BuiltinKind::Random:
  case BuiltinKind::Normal:
    return 1;
  case BuiltinKind::Sum:
  case BuiltinKind::Min:
  case BuiltinKind::Max:
  case BuiltinKind::Count:
  case BuiltinKind::Apply:
    return 2;
  case BuiltinKind::Select:
    return 3;
  case BuiltinKind::Difference:
    break; // checked by readDifference
  case BuiltinKind::Gaussian:
    return rank + 1;
  }
  llvm_unreachable("unknown function of the language");
}

bool CallLowering::checkArguments(const Builtin &builtin, const ast::Call &call,
                                  llvm::SMRange range, const UseSite &place) {
  const std::size_t given = call.arguments.size();
  if (builtin.kind == BuiltinKind::Min || builtin.kind == BuiltinKind::Max) {
    if (given < 2)
      return checkArgumentCount(call, false, "two or more arguments", builtin.usage, range, place);
    if (!isNeighbourhood(unit, call.arguments[0], place.frame) &&
        !std::holds_alternative<ast::InlineRange>(unit.stencil.exprs[call.arguments[0]].node))
      return true;
  }
  const std::size_t count = argumentCount(builtin.kind, unit.rank());
  return checkArgumentCount(call, given == count, counted(count, "argument"), builtin.usage, range,
                            place);
}

CallLowering::Result CallLowering::lowerBuiltin(const Builtin &builtin, const ast::Call &call,
                                                llvm::SMRange range, const UseSite &place) {
  const bool isRandom = builtin.kind == BuiltinKind::Random || builtin.kind == BuiltinKind::Normal;
  const bool isPattern = builtin.kind == BuiltinKind::Gaussian || isRandom;
  if (isPattern && purpose != Purpose::Initial && !(isRandom && isStage(purpose))) {
    error(place, range, diag::NotAvailable, quoted(builtin.name),
          purpose == Purpose::Constant ? "a constant" : "the steps of a computation",
          isRandom ? "it is only for 'init' and for updates" : "it is only for 'init'");
    return std::nullopt;
  }
  const bool mayReduce = builtin.kind == BuiltinKind::Sum || builtin.kind == BuiltinKind::Min ||
                         builtin.kind == BuiltinKind::Max || builtin.kind == BuiltinKind::Count;
  const bool isOverRange =
      !call.arguments.empty() &&
      std::holds_alternative<ast::InlineRange>(unit.stencil.exprs[call.arguments[0]].node);
  if (call.arguments.size() == 1 && mayReduce && !isOverRange)
    return lowerOverCells(builtin, call, range, place);
  if (!checkArguments(builtin, call, range, place))
    return std::nullopt;
  if (const auto *over = std::get_if<ast::InlineRange>(&unit.stencil.exprs[call.arguments[0]].node))
    return lowerOverRange(builtin, over->index, call, place);
  if (!mayRunOverCells(builtin, call, range, place))
    return std::nullopt;
  switch (builtin.kind) {
  case BuiltinKind::Norm:
    return lowerOverCells(builtin, call, range, place);
  case BuiltinKind::Pointwise: {
    const Result operand = lowerNumber(call.arguments[0], place, quoted(builtin.name));
    return operand ? builder.unary(builtin.op, *operand) : Result();
  }
  case BuiltinKind::Rounded:
    return lowerRounded(builtin, call, range, place);
  case BuiltinKind::Sum:
  case BuiltinKind::Count:
    return lowerReduction(builtin, call, place);
  case BuiltinKind::Min:
  case BuiltinKind::Max:
    return isNeighbourhood(unit, call.arguments[0], place.frame)
               ? lowerReduction(builtin, call, place)
               : lowerMinMax(builtin, call, place);
  case BuiltinKind::Apply:
    return lowerApply(call, place);
  case BuiltinKind::Difference:
    break; // lowered by lowerCall
  case BuiltinKind::Select:
    return lowerSelect(call, place);
  case BuiltinKind::Gaussian:
    return lowerGaussian(call, place);
  case BuiltinKind::Random:
    return lowerRandom(call, place);
  case BuiltinKind::Normal:
    return lowerNormal(call, place);
  }
  llvm_unreachable("unknown function of the language");
}

/// Returns whether `call` may stand here. Returns false after it has reported that a constant or a
/// table of constants contains `apply` or a reduction over a neighbourhood (set of offsets).
/// Constants are evaluated before neighbourhoods.
bool CallLowering::mayRunOverCells(const Builtin &builtin, const ast::Call &call,
                                   llvm::SMRange range, const UseSite &place) {
  const bool isEarly =
      purpose == Purpose::Constant || (purpose == Purpose::Coefficient && !leavesCells);
  const bool isOverCells =
      builtin.kind == BuiltinKind::Apply || isNeighbourhood(unit, call.arguments[0], place.frame);
  if (isEarly && isOverCells)
    error(place, range, diag::NotAvailable, quoted(builtin.name), "a constant",
          "it adds up or compares the cells of a neighbourhood; write it where the constant is "
          "used, or run over numbers, 'i in 0 .. 8'");
  return !isEarly || !isOverCells;
}

const OffsetSet *CallLowering::neighbourhoodOf(ast::ExprId id, const ast::Call &call,
                                               const UseSite &place) {
  static const OffsetSet centre = {Offset()};
  const auto stored = [&](ast::NeighbourhoodId neighbourhood) -> const OffsetSet * {
    const auto found = unit.neighbourhoods.find(neighbourhood);
    return found != unit.neighbourhoods.end() && found->second ? &*found->second : nullptr;
  };
  const ast::Expr &argument = unit.stencil.exprs[argumentOf(unit.stencil, id, place.frame)];
  if (const auto *inlined = std::get_if<ast::InlineNeighbourhood>(&argument.node))
    return stored(inlined->neighbourhood);

  const auto symbol = namedSymbol(unit, id, place.frame);
  if (std::holds_alternative<ast::Name>(argument.node) && !symbol)
    return nullptr; // reported by resolveUses
  if (symbol && unit.symbols[*symbol].kind == SymbolKind::Centre)
    return &centre;
  if (symbol && unit.symbols[*symbol].kind == SymbolKind::Neighbourhood)
    return stored(
        std::get<ast::NeighbourhoodStatement>(unit.symbols[*symbol].statement->node).value);

  const bool isTable = symbol && unit.symbols[*symbol].kind == SymbolKind::Coefficient;
  const std::string text = sourceText(argument.range).str();
  std::string rule = "'" + text + "' is " +
                     (symbol ? describe(unit.symbols[*symbol].kind).str() : "an expression");
  std::string hint = isTable ? "write 'apply(" + text + ", ...)' to weigh each neighbour"
                             : "write for example '" + call.callee.text + "(star(1) \\ centre, " +
                                   (symbol ? text : "u") + ")'";
  errorWithHint(place, argument.range, unit.stencil.exprs[id].range, hint, diag::NotANeighbourhood,
                call.callee.text, rule);
  return nullptr;
}

CallLowering::Result CallLowering::lowerRounded(const Builtin &builtin, const ast::Call &call,
                                                llvm::SMRange range, const UseSite &place) {
  const Result operand = lowerNumber(call.arguments[0], place, quoted(builtin.name));
  if (!operand)
    return std::nullopt;
  const Result rounded = builder.rounded(*operand, *ir::numberType(builtin.name));
  if (!rounded)
    errorWithHint(place, range, range, "leave the conversion out", diag::RoundedUniform,
                  builtin.name);
  return rounded;
}

CallLowering::Result CallLowering::lowerTerm(const Builtin &builtin, ast::ExprId id,
                                             const UseSite &place) {
  if (builtin.kind != BuiltinKind::Count)
    return lowerNumber(id, place, quoted(builtin.name));
  const Result condition = lowerCondition(id, place, "the argument of 'count'");
  return condition ? builder.select(*condition, builder.constant(1), builder.constant(0))
                   : Result();
}

CallLowering::Result CallLowering::lowerReduction(const Builtin &builtin, const ast::Call &call,
                                                  const UseSite &place) {
  const OffsetSet *offsets = neighbourhoodOf(call.arguments[0], call, place);
  if (!offsets)
    return std::nullopt;
  const ir::BinaryOp op = joins(builtin);
  Result total;
  for (const Offset &offset : *offsets) {
    const UseSite there{place.shift + Displacement{offset, 0}, place.frame};
    const Result term = lowerTerm(builtin, call.arguments[1], there);
    if (!term)
      return std::nullopt;
    total = total ? builder.binary(op, *total, *term) : *term;
  }
  return total;
}

const CoefficientTable *CallLowering::tableOf(ast::ExprId id, const UseSite &place) {
  const auto symbol = namedSymbol(unit, id, place.frame);
  if (symbol && unit.symbols[*symbol].kind == SymbolKind::Coefficient)
    return tableNamed(unit, *symbol);
  const ast::Expr &argument = unit.stencil.exprs[argumentOf(unit.stencil, id, place.frame)];
  if (!symbol && std::holds_alternative<ast::Name>(argument.node))
    return nullptr; // reported by resolveUses
  const bool isSet = isNeighbourhood(unit, id, place.frame);
  const std::string text = sourceText(argument.range).str();
  const std::string rule = "'" + text + "' is " +
                           (symbol  ? describe(unit.symbols[*symbol].kind).str()
                            : isSet ? "a neighbourhood"
                                    : "an expression");
  errorWithHint(place, argument.range, argument.range,
                isSet ? "write 'sum(" + text + ", ...)', or declare 'coefficient w over " + text +
                            " = { ... };'"
                      : "declare 'coefficient w over star(1) = { 0: ..., 1: ... };'",
                diag::NotATable, rule);
  return nullptr;
}

/// Lowers a coefficient of a table. Names in it are looked up where the table is declared. A
/// coefficient that differs between cells is evaluated at `place`, the position of the `apply`
/// call, not at the neighbour whose value it multiplies.
CallLowering::Result CallLowering::lowerCoefficient(const Coefficient &coefficient,
                                                    const UseSite &place) {
  if (coefficient.known)
    return builder.named(builder.constant(*coefficient.known));
  if (coefficient.isOfCells)
    return lowerNumber(coefficient.expr, place, "a coefficient");
  const Result number = lowerNumber(coefficient.expr, {}, "a coefficient");
  return number ? Result(builder.named(*number)) : std::nullopt;
}

CallLowering::Result CallLowering::lowerApply(const ast::Call &call, const UseSite &place) {
  const CoefficientTable *table = tableOf(call.arguments[0], place);
  if (!table)
    return std::nullopt;
  const Frame frame = Frame::ofTable(call, place.frame);
  Result total;
  for (const auto &[offset, coefficient] : *table) {
    const Result weight = lowerCoefficient(coefficient, {place.shift, &frame});
    const UseSite there{place.shift + Displacement{offset, 0}, place.frame};
    const Result value = lowerNumber(call.arguments[1], there, "'apply'");
    if (!weight || !value)
      return std::nullopt;
    const Value term = builder.binary(ir::BinaryOp::Multiply, *weight, *value);
    total = total ? builder.binary(ir::BinaryOp::Add, *total, term) : term;
  }
  return total ? total : builder.constant(0);
}

CallLowering::Result CallLowering::lowerMinMax(const Builtin &builtin, const ast::Call &call,
                                               const UseSite &place) {
  const ir::BinaryOp op = joins(builtin);
  Result result;
  for (ast::ExprId argument : call.arguments) {
    const Result value = lowerNumber(argument, place, quoted(builtin.name));
    if (!value)
      return std::nullopt;
    result = result ? builder.binary(op, *result, *value) : *value;
  }
  return result;
}

CallLowering::Result CallLowering::lowerSelect(const ast::Call &call, const UseSite &place) {
  const Result condition =
      lowerCondition(call.arguments[0], place, "the first argument of 'select'");
  const Result then = lowerNumber(call.arguments[1], place, "the second argument of 'select'");
  const Result otherwise = lowerNumber(call.arguments[2], place, "the third argument of 'select'");
  if (!condition || !then || !otherwise)
    return std::nullopt;
  return builder.select(*condition, *then, *otherwise);
}

/// Lowers a reduction over an index range such as `i in 0 .. 8`. The terms are combined in
/// ascending order of the index.
CallLowering::Result CallLowering::lowerOverRange(const Builtin &builtin,
                                                  const ast::IndexRange &index,
                                                  const ast::Call &call, const UseSite &place) {
  const auto bounds = boundsOf(unit, index, place.frame);
  if (!bounds)
    return std::nullopt;
  Result total;
  for (std::int64_t number = bounds->low; number <= bounds->high; ++number) {
    const Frame frame = Frame::ofIndex(index.name.text, number, place.frame);
    const Result term = lowerTerm(builtin, call.arguments[1], {place.shift, &frame});
    if (!term)
      return std::nullopt;
    total = total ? builder.binary(joins(builtin), *total, *term) : *term;
  }
  return total;
}

} // namespace stencilc::sema
