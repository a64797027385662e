/// \file Values of cells: literals with their types, operators in C's order, calls.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

namespace stencilc::lift {

using namespace clang;

Type typeOf(QualType type) {
  type = type.getNonReferenceType();
  if (type->isSpecificBuiltinType(BuiltinType::Float))
    return Type::F32;
  return type->isRealFloatingType() ? Type::F64 : Type::Whole;
}

/// A literal with all digits of the value, in the words of the language.
static std::string digits(const llvm::APFloat &value) {
  llvm::SmallString<32> text;
  value.toString(text, 0, 6);
  if (text.find_first_of(".eE") == llvm::StringRef::npos)
    text += ".0";
  return text.str().str();
}

Value Reader::number(std::string text, Type type) const {
  return make({.kind = Node::Number, .type = type, .text = std::move(text)});
}

Value Reader::readLiteral(const FloatingLiteral &literal) {
  const Type type = typeOf(literal.getType());
  llvm::SmallString<32> buffer;
  llvm::StringRef text =
      Lexer::getSpelling(context.getSourceManager().getSpellingLoc(literal.getLocation()), buffer,
                         context.getSourceManager(), context.getLangOpts());
  text = text.rtrim("fFlL");
  const bool isPlain = !text.empty() && text.find_first_not_of("0123456789.eE+-") == text.npos &&
                       text.find_first_of(".eE") != text.npos;
  return number(isPlain ? text.str() : digits(literal.getValue()), type);
}

/// The number of an expression that is known when compiling and that is no single literal in f64.
std::optional<Value> Reader::known(const Expr *expression) {
  if (expression->isValueDependent() || !expression->getType()->isRealFloatingType())
    return std::nullopt;
  Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, context) || !result.Val.isFloat() ||
      result.HasSideEffects)
    return std::nullopt;
  return number(digits(result.Val.getFloat()), typeOf(expression->getType()));
}

Value Reader::widened(Value value, Type type) {
  if (type != Type::F64 || value->type == Type::F64)
    return value;
  if (value->type == Type::Whole)
    return value->kind == Node::Number
               ? number(value->text + ".0", Type::F64)
               : make({.kind = Node::Widen, .type = Type::F64, .operands = {value}});
  return make({.kind = Node::Widen, .type = Type::F64, .operands = {value}});
}

Value Reader::rounded(Value value, Type type, SourceLocation at) {
  if (type == Type::F64 || value->type != Type::F64)
    return widened(value, type);
  if (value->kind == Node::Widen && value->operands[0]->type == Type::F32)
    return value->operands[0];
  if (value->kind == Node::Number) {
    llvm::APFloat exact(llvm::APFloat::IEEEdouble(), value->text);
    bool losesDigits;
    exact.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &losesDigits);
    return number(digits(exact), Type::F32);
  }
  if (isInStep && !loops.empty())
    return roundedByStoring(std::move(value), at);
  fail(at, diag::LiftUnsupported, "a 'double' value is rounded to 'float' before it is stored",
       "make the variable 'double', or the expression 'float'");
  return value;
}

Value Reader::readReal(const Expr *expression) {
  expression = expression->IgnoreParens();
  if (const Expr *inner = innerOf(expression))
    return readReal(inner);
  if (const auto *literal = dyn_cast<FloatingLiteral>(expression))
    return readLiteral(*literal);
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return readCast(*cast);
  if (const auto position = readPosition(expression))
    return *position;
  if (const auto *operation = dyn_cast<UnaryOperator>(expression))
    if (const auto value = readSign(*operation))
      return *value;
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return readOperator(*operation);
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(expression)) {
    const Type type = typeOf(expression->getType());
    Value condition = readReal(choice->getCond());
    return make({.kind = Node::Select,
                 .type = type,
                 .operands = {condition, widened(readReal(choice->getTrueExpr()), type),
                              widened(readReal(choice->getFalseExpr()), type)}});
  }
  if (const auto value = readScalar(expression))
    return *value;
  if (const auto cell = readElement(expression))
    return readCell(*cell, expression->getExprLoc());
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return readCallValue(*call);
  fail(expression->getExprLoc(), diag::LiftUnsupported,
       "'" + sourceOf(*expression, context) + "' cannot be lifted",
       "values are made of array cells, scalars, + - * /, comparisons, '?:' and calls");
  return nothing();
}

/// A whole number as a value; nothing if the expression is none that can be followed.
std::optional<Value> Reader::readPosition(const Expr *expression) {
  const QualType type = expression->getType();
  if (!type->isIntegralOrEnumerationType() || type->isBooleanType())
    return std::nullopt;
  const auto value = readWhole(expression);
  if (!value)
    return std::nullopt;
  if (const auto constant = value->constant())
    return number(std::to_string(*constant), Type::Whole);
  return make({.kind = Node::Position,
               .type = Type::Whole,
               .position = *value,
               .place = sources.place(expression->getExprLoc())});
}

/// +, - or ! before a value; nothing for other operators.
std::optional<Value> Reader::readSign(const UnaryOperator &operation) {
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

/// A variable or member that holds a number or a condition; nothing if it is none.
std::optional<Value> Reader::readScalar(const Expr *expression) {
  const SourceLocation at = expression->getExprLoc();
  const auto *member = dyn_cast<MemberExpr>(expression);
  if (member && member->getType()->isRealFloatingType())
    return readVariable(*member->getMemberDecl(), at);
  const auto *reference = dyn_cast<DeclRefExpr>(expression);
  if (!reference)
    return std::nullopt;
  const auto bound = bindings.find(reference->getDecl());
  if (bound != bindings.end() && bound->second.kind == Binding::Real &&
      bound->second.real->type == Type::Bool)
    return bound->second.real;
  if (reference->getType().getNonReferenceType()->isRealFloatingType())
    return readVariable(*reference->getDecl(), at);
  return std::nullopt;
}

Value Reader::readCast(const CastExpr &cast) {
  const Type to = typeOf(cast.getType()), from = typeOf(cast.getSubExpr()->getType());
  switch (cast.getCastKind()) {
  case CK_FloatingCast:
    if (to == Type::F32 && from == Type::F64)
      if (auto constant = known(&cast))
        return *constant;
    return rounded(readReal(cast.getSubExpr()), to, cast.getExprLoc());
  case CK_IntegralToFloating: {
    Value value = readReal(cast.getSubExpr());
    if (value->kind == Node::Number)
      return value; // takes the type of what it meets
    if (value->kind == Node::Position)
      return make(
          {.kind = Node::Position, .type = to, .position = value->position, .place = value->place});
    return make({.kind = Node::Select,
                 .type = to, // a condition as a number
                 .operands = {value, number("1", Type::Whole), number("0", Type::Whole)}});
  }
  case CK_FloatingToIntegral:
    fail(cast.getExprLoc(), diag::LiftUnsupported, "a number is cut to a whole one",
         "use 'floor', which the language has");
    return nothing();
  default:
    return readReal(cast.getSubExpr());
  }
}

Value Reader::readOperator(const BinaryOperator &operation) {
  const BinaryOperatorKind kind = operation.getOpcode();
  Value left = readReal(operation.getLHS()), right = readReal(operation.getRHS());
  if (operation.isComparisonOp()) // a condition is a number in C
    for (Value *side : {&left, &right})
      if ((*side)->type == Type::Bool)
        *side = make({.kind = Node::Select,
                      .type = Type::Whole,
                      .operands = {*side, number("1", Type::Whole), number("0", Type::Whole)}});
  if (operation.isComparisonOp() || operation.isLogicalOp())
    return make({.kind = Node::Binary,
                 .type = Type::Bool,
                 .text = operation.getOpcodeStr().str(),
                 .operands = {left, right}});
  if (kind != BO_Add && kind != BO_Sub && kind != BO_Mul && kind != BO_Div) {
    fail(operation.getOperatorLoc(), diag::LiftUnsupported,
         "'" + operation.getOpcodeStr().str() + "' cannot be lifted here",
         "values are made with + - * /, comparisons and '?:'");
    return nothing();
  }
  if (operation.getType()->isIntegerType()) {
    fail(operation.getOperatorLoc(), diag::LiftUnsupported,
         "'" + sourceOf(operation, context) + "' is computed in whole numbers",
         "positions may be added and multiplied by numbers; convert to 'double' before dividing");
    return nothing();
  }
  return make({.kind = Node::Binary,
               .type = typeOf(operation.getType()),
               .text = operation.getOpcodeStr().str(),
               .operands = {left, right}});
}

Value Reader::readVariable(const ValueDecl &variable, SourceLocation at) {
  const auto bound = bindings.find(&variable);
  if (bound == bindings.end() || bound->second.kind != Binding::Real)
    return readUnbound(variable, at);
  Binding &binding = bound->second;
  const Node::Kind kind = binding.real->kind;
  if (binding.isPlain && (kind == Node::Binary || kind == Node::Select || kind == Node::Call)) {
    step.locals.push_back({variable.getNameAsString(), binding.real, loops.empty() ? -1 : nest});
    binding.real = make({.kind = Node::Temporary,
                         .type = binding.real->type,
                         .local = int(step.locals.size()) - 1});
    binding.isPlain = false;
  }
  return binding.real;
}

/// A constant, or a parameter of the step.
Value Reader::readUnbound(const ValueDecl &variable, SourceLocation at) {
  const Type type = typeOf(variable.getType());
  const auto *declared = dyn_cast<VarDecl>(&variable);
  const Expr *value = declared ? declared->getInit() : nullptr;
  if (value && !isa<ParmVarDecl>(declared) &&
      (declared->getType().isConstQualified() || declared->isConstexpr()))
    return rounded(readReal(value), type, at);
  const std::string name = variable.getNameAsString();
  origin.parameters[name] = &variable;
  if (llvm::none_of(step.parameters, [&](const Parameter &p) { return p.name == name; })) {
    Parameter parameter{name, type, ""};
    if (const auto start = value ? known(value) : std::nullopt)
      parameter.value = (*start)->text;
    step.parameters.push_back(parameter);
  }
  return make({.kind = Node::Scalar, .type = type, .text = name, .place = sources.place(at)});
}

/// The number in a constant table, if the indices are known.
std::optional<Value> Reader::tableEntry(const ArrayRead &cell) {
  const auto table = tables.find(cell.array);
  if (table == tables.end())
    return std::nullopt;
  const Expr *entry = table->second->getAnyInitializer();
  for (const Polynomial &index : cell.indices) {
    const auto *list = dyn_cast<InitListExpr>(entry->IgnoreParenImpCasts());
    const auto place = index.constant();
    if (!list || !place || *place < 0)
      return std::nullopt;
    if (*place >= std::int64_t(list->getNumInits()))
      return number("0.0", step.arrays[cell.array].type); // what C fills the rest with
    entry = list->getInit(unsigned(*place));
  }
  const Value value = readReal(entry);
  return value->type == Type::Whole ? number(value->text + ".0", step.arrays[cell.array].type)
                                    : value;
}

Value Reader::readCell(const ArrayRead &cell, SourceLocation at) {
  for (std::size_t i = 0; i < pending.size(); ++i)
    if (pending[i].cell.array == cell.array && pending[i].cell.version == cell.version) {
      if (pending[i].cell.indices == cell.indices)
        return rounded(pending[i].value, step.arrays[cell.array].type, at);
      isReadElsewhere[i] = true;
    }
  if (step.arrays[cell.array].isLocal) {
    fail(at, diag::LiftIndex,
         "an element of '" + step.arrays[cell.array].name + "' is read that the cell has not set",
         "give every element its value in the same cell, with indices that are numbers");
    return nothing();
  }
  if (const auto entry = tableEntry(cell))
    return *entry;
  const Array &array = step.arrays[cell.array];
  return make({.kind = Node::Read,
               .type = array.type,
               .read = cell,
               .order = writes,
               .local = loops.empty() ? -1 : nest,
               .place = sources.place(at)});
}

Value Reader::readCallValue(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier()) {
    fail(call.getExprLoc(), diag::LiftUnsupported, "this call cannot be lifted",
         "call mathematical functions and functions whose body is in the file");
    return nothing();
  }
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  if (!callee->hasBody() || callee->isInStdNamespace() ||
      context.getSourceManager().isInSystemHeader(callee->getLocation()))
    return readLibraryCall(call, name);
  const Bindings saved = bindings;
  Value value = nothing();
  if (enterCall(*callee, call) && returned)
    value = rounded(readReal(returned), typeOf(call.getType()), call.getExprLoc());
  else
    fail(call.getExprLoc(), diag::LiftUnsupported,
         "'" + name.str() + "' has no body that ends in a single 'return'",
         "write it as one expression, or with local variables and one 'return' at its end");
  bindings = saved;
  return value;
}

/// A function of <math.h> or <cmath>, which the language has under the same name or another.
Value Reader::readLibraryCall(const CallExpr &call, llvm::StringRef name) {
  const Type type = typeOf(call.getType());
  if (name.size() > 3 && name.ends_with("f") && name != "erf")
    name = name.drop_back();
  std::vector<Value> operands;
  for (const Expr *argument : call.arguments())
    operands.push_back(widened(readReal(argument), type));
  const auto negated = [&](const Value &value) {
    return make({.kind = Node::Unary, .type = type, .text = "-", .operands = {value}});
  };
  // They give their first argument where both are equal, ours the second.
  if (name == "min" || name == "max") {
    const Value isSecond = make({.kind = Node::Binary,
                                 .type = Type::Bool,
                                 .text = name == "min" ? "<" : ">",
                                 .operands = {operands[1], operands[0]}});
    return make(
        {.kind = Node::Select, .type = type, .operands = {isSecond, operands[1], operands[0]}});
  }
  const llvm::StringRef ours = llvm::StringSwitch<llvm::StringRef>(name)
                                   .Cases({"fabs", "abs"}, "abs")
                                   .Case("fmin", "min")
                                   .Case("fmax", "max")
                                   .Cases({"sqrt", "exp", "log", "sin", "cos"}, name)
                                   .Cases({"tanh", "floor"}, name)
                                   .Default("");
  if (name == "fmin" || name == "fmax")
    note("'" + name.str() + "' is taken to meet no NaN");
  if (!ours.empty())
    return make({.kind = Node::Call, .type = type, .text = ours.str(), .operands = operands});
  if (name == "ceil")
    return negated(make(
        {.kind = Node::Call, .type = type, .text = "floor", .operands = {negated(operands[0])}}));
  if (name == "pow" && operands[1]->kind == Node::Number &&
      llvm::is_contained({"2", "2.0", "2."}, operands[1]->text))
    return make({.kind = Node::Call, .type = type, .text = "^2", .operands = {operands[0]}});
  fail(call.getExprLoc(), diag::LiftUnsupported, "the language has no '" + name.str() + "'",
       "it has abs, sqrt, exp, log, sin, cos, tanh, floor, min, max and pow(x, 2)");
  return nothing();
}

} // namespace stencilc::lift
