/// \file Reads integer expressions of the C file as polynomials of loop variables and sizes.
#include "lift/read/IndexReader.h"
#include "lift/Symbols.h"
#include "lift/read/Literals.h"
#include "lift/read/PointedNumbers.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

Polynomial IndexReader::sizeSymbol(const ValueDecl &declaration, const ValueDecl *object) {
  if (const auto [known, isFirst] = owners.try_emplace(&declaration, object);
      known->second != object)
    state.note("'" + declaration.getNameAsString() + "' is taken to be the same in all objects");
  const auto [entry, isNew] = sizes.try_emplace(&declaration);
  if (isNew)
    entry->second = Polynomial::symbol(
        addSymbol(state.step, {declaration.getNameAsString(), Symbol::Size, 0, 0}));
  return entry->second;
}

/// Returns the least (if `isLeast`) or greatest value that a polynomial has in the iterations of
/// the loops around the current statement.
Polynomial IndexReader::extreme(Polynomial value, bool isLeast) const {
  const auto replace = [&](Polynomial::Symbol name, const Polynomial &low, const Polynomial &high) {
    const auto factor = value.coefficient(name);
    if (const auto number = factor ? factor->constant() : std::nullopt)
      value = value.substitute(name, (*number > 0) == isLeast ? low : high);
  };
  for (const Loop &loop : llvm::reverse(state.loops))
    replace(loop.variable, loop.low, loop.high - 1);
  for (Polynomial::Symbol name : value.symbols()) {
    const Symbol &symbol = state.step.symbols[name];
    if (symbol.kind == Symbol::Buffer)
      replace(name, 0, symbol.modulus - 1);
    if (symbol.kind == Symbol::Time && isLeast)
      replace(name, state.step.firstTime.value_or(0), Polynomial::symbol(name));
  }
  return value;
}

/// Returns true if the integer type `type` can hold `value`. An unsigned difference such as `n - 1`
/// is assumed not to wrap: the size `n` counts as larger than the subtracted number. Inside loops,
/// this is assumed only if the bound of a surrounding loop contains `n`. Otherwise returns false
/// for such a difference.
bool IndexReader::holds(QualType type, const Polynomial &value) const {
  type = type.getNonReferenceType();
  if (!type->isIntegerType())
    return true;
  const bool isUnsigned = type->isUnsignedIntegerOrEnumerationType();
  const unsigned width = type->isBooleanType() ? 1 : unsigned(state.context.getIntWidth(type));
  const Polynomial least = extreme(value, true), greatest = extreme(value, false);
  if (width < 32) {
    const auto low = least.constant(), high = greatest.constant();
    const std::int64_t beyond = std::int64_t(1) << (isUnsigned ? width : width - 1);
    return low && high && *low >= (isUnsigned ? 0 : -beyond) && *high < beyond;
  }
  if (!isUnsigned)
    return true;
  if (const auto low = least.constant())
    return *low >= 0;
  Polynomial number = least; // the constant term
  for (const Polynomial::Symbol name : least.symbols())
    number = number.substitute(name, 0);
  const bool isSum = number.constant().value_or(0) >= 0;
  return llvm::all_of(least.symbols(), [&](Polynomial::Symbol name) {
    const auto factor = least.coefficient(name);
    const bool isBound = llvm::any_of(
        state.loops, [&](const Loop &loop) { return loop.low.uses(name) || loop.high.uses(name); });
    return factor && factor->constant().value_or(1) > 0 &&
           (isSum || isBound || state.loops.empty());
  });
}

std::optional<Polynomial> IndexReader::readWhole(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto value = knownWhole(expression, state.context))
    return *value;
  if (const Expr *inner = innerOf(expression))
    return readWhole(inner);
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(expression))
    return cast->getType()->isIntegerType() ? held(cast->getType(), readWhole(cast->getSubExpr()))
                                            : std::nullopt;
  if (isa<DeclRefExpr, MemberExpr>(expression))
    return expression->getType()->isIntegralOrEnumerationType() ? readName(expression)
                                                                : std::nullopt;
  if (const auto *operation = dyn_cast<UnaryOperator>(expression))
    return readSign(*operation);
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return readOperator(*operation);
  if (isa<ArraySubscriptExpr>(expression))
    return readEntry(expression);
  if (const auto *choice = dyn_cast<ConditionalOperator>(expression)) {
    const auto yes = readWhole(choice->getTrueExpr()), no = readWhole(choice->getFalseExpr());
    return yes && no ? chosenBy(choice->getCond(), *yes, *no) : std::nullopt;
  }
  const auto *call = dyn_cast<CallExpr>(expression);
  return call ? readCall(*call) : std::nullopt;
}

/// Returns the symbolic value of an integer variable or structure member. If its value is not
/// known, this is a symbol for a size of the step. Returns `nullopt` for other expressions.
std::optional<Polynomial> IndexReader::readName(const Expr *expression) {
  if (const auto *member = dyn_cast<MemberExpr>(expression);
      member && state.find(member->getMemberDecl(), Binding::Lost))
    return std::nullopt;
  if (const auto *member = dyn_cast<MemberExpr>(expression))
    return sizeSymbol(*member->getMemberDecl(),
                      objects.objectOf(member->getBase()).value_or(nullptr));
  const ValueDecl *variable = referredBy(cast<DeclRefExpr>(expression)->getDecl());
  const auto bound = state.bindings.find(variable);
  if (bound == state.bindings.end())
    return sizeSymbol(*variable);
  if (llvm::is_contained(state.origin.toggles, variable) &&
      bound->second.whole == *remainder(state.step, Polynomial::symbol(state.turns), 2))
    state.usedToggles.insert(variable);
  return bound->second.kind == Binding::Whole ? std::optional(bound->second.whole) : std::nullopt;
}

/// Returns the value of `*n`, for a parameter `int *n` of the C function, as a symbol for a size.
/// Returns `nullopt` for other pointers, and if the function may change an integer behind such a
/// pointer.
std::optional<Polynomial> IndexReader::readPointed(const Expr *pointer) {
  const auto *parameter = dyn_cast_or_null<ParmVarDecl>(variableOf(pointer));
  const FunctionDecl *function = state.origin.function;
  if (!parameter || parameter->getDeclContext() != function ||
      !parameter->getType()->isPointerType() ||
      !parameter->getType()->getPointeeType()->isIntegerType() ||
      parameter->getType()->getPointeeType()->isAnyCharacterType())
    return std::nullopt;
  if (!keepsPointed)
    keepsPointed = state.effects(*function->getBody()).unknown == std::nullopt &&
                   keepsPointedNumbers(*function->getBody(), state.context);
  return *keepsPointed ? std::optional(sizeSymbol(*parameter)) : std::nullopt;
}

std::optional<Polynomial> IndexReader::readSign(const UnaryOperator &operation) {
  if (operation.getOpcode() == UO_Deref)
    return readPointed(operation.getSubExpr());
  auto value = readWhole(operation.getSubExpr());
  if (!value)
    return std::nullopt;
  switch (operation.getOpcode()) {
  case UO_Plus:
    return value;
  case UO_Minus:
    return Polynomial(0) - *value;
  case UO_LNot:
    return otherLevel(*value); // `!level` of two levels
  default:
    return std::nullopt;
  }
}

/// Returns the other one of two time levels (copies of an array in time): (t + 1) % 2 for t % 2.
/// Returns `nullopt` if `level` is not a time level.
std::optional<Polynomial> IndexReader::otherLevel(const Polynomial &level) {
  const auto symbols = level.symbols();
  const bool isLevel =
      symbols.size() == 1 && state.step.symbols[symbols.front()].kind == Symbol::Buffer;
  return isLevel ? remainder(state.step, level + 1, 2) : std::nullopt;
}

/// Returns true if `number`, which counts time steps, may be negative. The remainder by C's `%`
/// then is negative, too, and is no time level.
bool IndexReader::mayBeNegative(const Polynomial &number) const {
  for (Polynomial::Symbol name : number.symbols()) {
    const auto more = (number - Polynomial::symbol(name)).constant();
    const Symbol &symbol = state.step.symbols[name];
    if (more && isOfTime(symbol))
      return *more + (symbol.kind == Symbol::Time ? state.step.firstTime.value_or(-*more) : 0) < 0;
  }
  return false;
}

std::optional<Polynomial> IndexReader::readOperator(const BinaryOperator &operation) {
  const auto left = readWhole(operation.getLHS()), right = readWhole(operation.getRHS());
  if (!left || !right)
    return std::nullopt;
  switch (operation.getOpcode()) {
  case BO_Add:
    return *left + *right;
  case BO_Sub:
    if (left->constant() == 1)
      if (const auto other = otherLevel(*right))
        return other;
    return *left - *right;
  case BO_Mul:
    return *left * *right;
  case BO_Rem:
    if (right->constant() && !mayBeNegative(*left))
      if (const auto level = remainder(state.step, *left, *right->constant()))
        return level;
    return neighbours.wrapped(*left, *right);
  case BO_And:
    return right->constant() == 1 ? remainder(state.step, *left, 2) : std::nullopt;
  case BO_Xor:
    return right->constant() == 1 ? otherLevel(*left) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Polynomial> IndexReader::readCall(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getReturnType().getNonReferenceType()->isIntegralOrEnumerationType())
    return std::nullopt;
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  if (callee->isInStdNamespace() && call.getNumArgs() == 2 && (name == "min" || name == "max")) {
    const auto a = readWhole(call.getArg(0)), b = readWhole(call.getArg(1));
    return a && b ? neighbours.chosen(*a, name == "min" ? BO_LT : BO_GT, *b, *a, *b) : std::nullopt;
  }
  const auto *member = dyn_cast<CXXMemberCallExpr>(&call);
  if (member && name == "size" &&
      state.context.getSourceManager().isInSystemHeader(callee->getLocation())) {
    const auto vector = objects.nameOf(member->getImplicitObjectArgument());
    return vector ? std::optional(sizeSymbol(*vector->variable)) : std::nullopt;
  }
  std::optional<Polynomial> value;
  executor.enterCall(call, [&](const Expr &returned) { value = readWhole(&returned); });
  return held(callee->getReturnType(), value);
}

/// Returns an entry of a constant integer table, such as the directions of a lattice. Returns
/// `nullopt` if the entry is not known.
std::optional<Polynomial> IndexReader::readEntry(const Expr *expression) {
  std::vector<const Expr *> indices;
  const Expr *root = rootOfRead(expression, indices);
  const auto *table = root ? dyn_cast_or_null<VarDecl>(variableOf(root)) : nullptr;
  if (!table || indices.empty() || !table->getAnyInitializer() ||
      !(state.context.getBaseElementType(table->getType()).isConstQualified() ||
        constants.isNeverChanged(*table)))
    return std::nullopt;
  const Expr *entry = table->getAnyInitializer();
  for (std::size_t i = indices.size(); i-- > 0;) {
    const auto *list = dyn_cast<InitListExpr>(entry->IgnoreParenImpCasts());
    const auto index = readWhole(indices[i]);
    const std::int64_t place = index ? index->constant().value_or(-1) : -1;
    const auto *type = state.context.getAsConstantArrayType(entry->getType());
    if (!list || place < 0 || !type || place >= type->getSize().getSExtValue())
      return std::nullopt;
    if (place >= std::int64_t(list->getNumInits()))
      return 0; // C fills missing entries with 0
    entry = list->getInit(unsigned(place));
  }
  return readWhole(entry);
}

Polynomial IndexReader::whole(const Expr *expression, const char *use) {
  if (const auto value = readWhole(expression))
    return *value;
  if (const ValueDecl *variable = variableOf(expression);
      variable && state.isLost(variable, expression->getExprLoc()))
    return 0;
  const bool isData = isa<ArraySubscriptExpr>(expression->IgnoreParenImpCasts());
  state.fail(
      expression->getExprLoc(), diag::LiftIndex,
      "the " + std::string(use) + " '" + sourceOf(*expression, state.context) + "' " +
          (isData ? "depends on data" : "is not a sum of loop variables, sizes and numbers"),
      "a stencil reads at fixed distances; choose between values with '?:', not between indices");
  return 0;
}

std::optional<Polynomial> IndexReader::readCompared(const Expr &side) {
  return held(side.getType(), readWhole(&side));
}

std::optional<Polynomial> IndexReader::chosenBy(const Expr *condition, const Polynomial &yes,
                                                const Polynomial &no) {
  const auto *comparison = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!comparison || !comparison->isComparisonOp())
    return std::nullopt;
  const auto left = readCompared(*comparison->getLHS()),
             right = readCompared(*comparison->getRHS());
  return left && right ? neighbours.chosen(*left, comparison->getOpcode(), *right, yes, no)
                       : std::nullopt;
}

} // namespace stencilc::lift
