/// \file Reads floating-point expressions of the C file as symbolic values.
#include "lift/read/ValueReader.h"
#include "lift/Values.h"
#include "lift/effects/LibraryCalls.h"
#include "lift/read/Literals.h"
#include <cstdlib>

namespace stencilc::lift {

using namespace clang;

// Largest integers up to which all integers are exact in f32 and f64.
static constexpr std::int64_t kWholeF32 = std::int64_t(1) << 24;
static constexpr std::int64_t kWholeF64 = std::int64_t(1) << 53;

Value ValueReader::readReal(const Expr *expression) {
  expression = expression->IgnoreParens();
  if (const Expr *inner = innerOf(expression))
    return readReal(inner);
  if (expression->getType()->isRealFloatingType() && !isFloatOrDouble(expression->getType()))
    return refuse(expression->getExprLoc(), diag::LiftUnsupported,
                  "'" + sourceOf(*expression, state.context) + "' is of type '" +
                      expression->getType().getAsString() + "'",
                  "compute in 'float' or 'double'");
  if (const auto *literal = dyn_cast<FloatingLiteral>(expression))
    return readLiteral(*literal, state.context);
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return readCast(*cast);
  if (const auto position = readPosition(expression))
    return *position;
  if (const auto *operation = dyn_cast<UnaryOperator>(expression))
    if (const auto value = readSign(*operation))
      return *value;
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return readOperator(*operation);
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(expression))
    return readChoice(*choice);
  if (const auto value = readScalar(expression))
    return *value;
  if (const auto cell = pointers.readElement(expression))
    return readCell(*cell, expression->getExprLoc());
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return readCall(*call);
  return refuse(expression->getExprLoc(), diag::LiftUnsupported,
                "'" + sourceOf(*expression, state.context) + "' cannot be lifted",
                "values are made of array cells, scalars, + - * /, comparisons, '?:' and calls");
}

/// Returns an integer expression of the C file as a symbolic value. Returns `nullopt` if the lifter
/// cannot follow it.
std::optional<Value> ValueReader::readPosition(const Expr *expression) {
  const QualType type = expression->getType();
  if (!type->isIntegralOrEnumerationType() || type->isBooleanType())
    return std::nullopt;
  const auto value = indices.readWhole(expression);
  if (!value)
    return std::nullopt;
  if (!indices.holds(type, *value))
    return wraps(*expression);
  if (const auto constant = value->constant())
    return number(std::to_string(*constant), Type::Whole);
  return make({.kind = Node::Position,
               .type = Type::Whole,
               .position = *value,
               .place = state.place(expression->getExprLoc())});
}

/// Reports that `expression`, an integer expression, may wrap around or be truncated in its C type.
/// The caller has tested this. Returns a dummy value.
Value ValueReader::wraps(const Expr &expression) {
  return refuse(expression.getExprLoc(), diag::LiftUnsupported,
                "'" + sourceOf(expression, state.context) +
                    "' may overflow or be truncated in type '" +
                    expression.getType().getAsString() + "'",
                "compute it in 'int', and compare it with numbers of 'int'");
}

Value ValueReader::readChoice(const AbstractConditionalOperator &choice) {
  const Type type = typeOf(choice.getType());
  const Value condition = readReal(choice.getCond());
  const Value yes = widened(readReal(choice.getTrueExpr()), type);
  const Value no = widened(readReal(choice.getFalseExpr()), type);
  return make({.kind = Node::Select, .type = type, .operands = {condition, yes, no}});
}

/// Returns the symbolic value of an operation with the C operator +, - or ! and one operand.
/// Returns `nullopt` for other operators.
std::optional<Value> ValueReader::readSign(const UnaryOperator &operation) {
  const UnaryOperatorKind kind = operation.getOpcode();
  if (kind == UO_Plus)
    return readReal(operation.getSubExpr());
  if (kind != UO_Minus && kind != UO_LNot)
    return std::nullopt;
  return make({.kind = Node::Unary,
               .type = kind == UO_LNot ? Type::Bool : typeOf(operation.getType()),
               .text = kind == UO_LNot ? "!" : "-",
               .operands = {readReal(operation.getSubExpr())}});
}

/// Returns the symbolic value of a variable or member that holds a floating-point number or a
/// condition. Returns `nullopt` for other expressions.
std::optional<Value> ValueReader::readScalar(const Expr *expression) {
  const SourceLocation at = expression->getExprLoc();
  const auto *member = dyn_cast<MemberExpr>(expression);
  if (member && member->getType()->isRealFloatingType())
    return readVariable(*member->getMemberDecl(), at);
  const auto *reference = dyn_cast<DeclRefExpr>(expression);
  if (!reference)
    return std::nullopt;
  const ValueDecl *variable = referredBy(reference->getDecl());
  const Binding *bound = state.find(variable, Binding::Real);
  if (bound && bound->real->type == Type::Bool)
    return bound->real;
  if (reference->getType().getNonReferenceType()->isRealFloatingType() &&
      // Excludes a reference to a cell: double &cell = u[i].
      !state.find(variable, Binding::Pointer))
    return readVariable(*variable, at);
  return state.isLost(variable, at) ? std::optional(nothing()) : std::nullopt;
}

Value ValueReader::readCast(const CastExpr &cast) {
  const Type to = typeOf(cast.getType()), from = typeOf(cast.getSubExpr()->getType());
  switch (cast.getCastKind()) {
  case CK_FloatingCast:
    if ((to == Type::F32 && from == Type::F64) || !isFloatOrDouble(cast.getSubExpr()->getType()))
      if (auto constant = known(&cast, state.context))
        return *constant;
    return writes.rounded(readReal(cast.getSubExpr()), to, cast.getExprLoc());
  case CK_IntegralToFloating: {
    if (const auto constant = known(&cast, state.context);
        constant && std::abs(*knownWhole(cast.getSubExpr(), state.context)) >
                        (to == Type::F32 ? kWholeF32 : kWholeF64))
      return *constant;
    const Value value = inFloating(readReal(cast.getSubExpr()), to);
    return value ? value
                 : refuse(cast.getExprLoc(), diag::LiftUnsupported,
                          "'" + sourceOf(*cast.getSubExpr(), state.context) +
                              "' is computed in whole numbers",
                          "compute it in 'double'");
  }
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean: {
    Value value = readReal(cast.getSubExpr());
    return value->type == Type::Bool ? value
                                     : make({.kind = Node::Binary,
                                             .type = Type::Bool,
                                             .text = "!=",
                                             .operands = {value, number("0", Type::Whole)}});
  }
  case CK_IntegralCast:
    if (const auto value = indices.readWhole(cast.getSubExpr());
        value && !indices.holds(cast.getType(), *value))
      return wraps(cast);
    return readReal(cast.getSubExpr());
  case CK_FloatingToIntegral:
    return refuse(cast.getExprLoc(), diag::LiftUnsupported,
                  "a number is truncated to a whole number", "use 'floor', which the language has");
  default:
    return readReal(cast.getSubExpr());
  }
}

Value ValueReader::readOperator(const BinaryOperator &operation) {
  const BinaryOperatorKind kind = operation.getOpcode();
  Value left = readReal(operation.getLHS()), right = readReal(operation.getRHS());
  if (operation.isComparisonOp()) // C uses conditions as numbers
    for (Value *side : {&left, &right})
      if ((*side)->type == Type::Bool)
        *side = asNumber(*side, Type::Whole);
  if (operation.isComparisonOp() || operation.isLogicalOp())
    return make({.kind = Node::Binary,
                 .type = Type::Bool,
                 .text = operation.getOpcodeStr().str(),
                 .operands = {left, right}});
  if (kind != BO_Add && kind != BO_Sub && kind != BO_Mul && kind != BO_Div)
    return refuse(operation.getOperatorLoc(), diag::LiftUnsupported,
                  "'" + operation.getOpcodeStr().str() + "' cannot be lifted here",
                  "values are made with + - * /, comparisons and '?:'");

  if (operation.getType()->isIntegerType())
    return refuse(
        operation.getOperatorLoc(), diag::LiftUnsupported,
        "'" + sourceOf(operation, state.context) + "' is computed in whole numbers",
        "positions may be added and multiplied by numbers; convert to 'double' before dividing");

  return make({.kind = Node::Binary,
               .type = typeOf(operation.getType()),
               .text = operation.getOpcodeStr().str(),
               .operands = {left, right}});
}

Value ValueReader::readVariable(const ValueDecl &variable, SourceLocation at) {
  Binding *binding = state.find(&variable, Binding::Real);
  if (state.isLost(&variable, at))
    return nothing();
  if (!binding)
    return readUnbound(variable, at);
  if (binding->isPlain && isOperation(binding->real)) {
    binding->real = state.addLocal(variable.getNameAsString(), binding->real);
    binding->isPlain = false;
  }
  return binding->real;
}

/// Returns the symbolic value of a C variable that the step has not set. A constant gives its
/// initial value. Any other variable gives a scalar parameter of the .stencil program. `at` is the
/// location for messages.
Value ValueReader::readUnbound(const ValueDecl &variable, SourceLocation at) {
  const Type type = typeOf(variable.getType());
  const auto *declared = dyn_cast<VarDecl>(&variable);
  const Expr *value = declared ? declared->getInit() : nullptr;
  if (value && !isa<ParmVarDecl>(declared) &&
      (declared->getType().isConstQualified() || declared->isConstexpr()))
    return writes.rounded(readReal(value), type, at);
  return parameterOf(variable, at);
}

Value ValueReader::parameterOf(const ValueDecl &variable, SourceLocation at) {
  const Type type = typeOf(variable.getType());
  const auto *declared = dyn_cast<VarDecl>(&variable);
  const Expr *value = declared ? declared->getInit() : nullptr;
  const std::string name = variable.getNameAsString();
  state.origin.parameters[name] = &variable;
  if (llvm::none_of(state.step.parameters, [&](const Parameter &p) { return p.name == name; })) {
    Parameter parameter{name, type, ""};
    const bool isKept = declared && constants.isKept(*declared);
    if (const auto start = isKept && value ? known(value, state.context) : std::nullopt)
      parameter.value = (*start)->text;
    state.step.parameters.push_back(parameter);
  }
  return make({.kind = Node::Scalar, .type = type, .text = name, .place = state.place(at)});
}

/// Returns an entry of a constant table, an array that never changes. Returns `nullopt` if the
/// array is no table or an index is not constant.
std::optional<Value> ValueReader::readEntry(const ArrayRead &cell) {
  const VarDecl *table = arrays.tableOf(cell.array);
  if (!table)
    return std::nullopt;
  const Expr *entry = table->getAnyInitializer();
  for (const Polynomial &index : cell.indices) {
    const auto *list = dyn_cast<InitListExpr>(entry->IgnoreParenImpCasts());
    const auto place = index.constant();
    const auto *type = state.context.getAsConstantArrayType(entry->getType());
    if (!list || !place || *place < 0 || !type || *place >= type->getSize().getSExtValue())
      return std::nullopt;
    if (*place >= std::int64_t(list->getNumInits()))
      return number("0.0", state.step.arrays[cell.array].type); // C fills missing entries with 0
    entry = list->getInit(unsigned(*place));
  }
  return withPoint(readReal(entry), state.step.arrays[cell.array].type);
}

Value ValueReader::readCell(const ArrayRead &cell, SourceLocation at) {
  if (const Value assigned = writes.assigned(cell, at))
    return assigned;
  if (state.step.arrays[cell.array].isLocal)
    return refuse(at, diag::LiftIndex,
                  "an element of '" + state.step.arrays[cell.array].name +
                      "' is read but not set by the cell",
                  "give every element its value in the same cell, with indices that are numbers");
  if (const auto entry = readEntry(cell))
    return *entry;
  const Array &array = state.step.arrays[cell.array];
  return make({.kind = Node::Read,
               .type = array.type,
               .read = cell,
               .order = state.writes,
               .local = state.nestHere(),
               .place = state.place(at)});
}

Value ValueReader::readCall(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier())
    return refuse(call.getExprLoc(), diag::LiftUnsupported, "this call cannot be lifted",
                  "call mathematical functions and functions whose body is in the file");

  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  if (!callee->hasBody() || callee->isInStdNamespace() ||
      state.context.getSourceManager().isInSystemHeader(callee->getLocation()))
    return readLibraryCall(call, name);
  Value value = nothing();
  if (!executor.enterCall(call, [&](const Expr &returned) {
        value = writes.rounded(readReal(&returned), typeOf(call.getType()), call.getExprLoc());
      }))
    refuse(call.getExprLoc(), diag::LiftUnsupported,
           "'" + name.str() + "' has no body that ends in a single 'return'",
           "write it as one expression, or with local variables and one 'return' at its end");
  return value;
}

/// Returns a call of the C library function `name` as a call of a function of the stencil language.
/// Reports a function that the language lacks.
Value ValueReader::readLibraryCall(const CallExpr &call, llvm::StringRef name) {
  const Type type = typeOf(call.getType());
  name = withoutType(name);
  std::vector<Value> operands;
  for (const Expr *argument : call.arguments())
    operands.push_back(widened(readReal(argument), type));
  if (name == "fmin" || name == "fmax")
    state.note("'" + name.str() + "' is taken to meet no NaN");
  const Value value = libraryCall(name, type, operands);
  return value
             ? value
             : refuse(call.getExprLoc(), diag::LiftUnsupported,
                      "the language has no '" + name.str() + "'",
                      "it has abs, sqrt, exp, log, sin, cos, tanh, floor, min, max and pow(x, 2)");
}

/// Reports a diagnostic at `at`, with message `what` and advice `hint`. Returns a dummy value.
Value ValueReader::refuse(SourceLocation at, const diag::Kind<std::string> &kind,
                          const std::string &what, llvm::StringRef hint) {
  state.fail(at, kind, what, hint);
  return nothing();
}

} // namespace stencilc::lift
