/// \file Whole numbers, as polynomials of loop variables and sizes.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

Polynomial::Symbol Reader::addSymbol(Symbol symbol) {
  step.symbols.push_back(std::move(symbol));
  return Polynomial::Symbol(step.symbols.size()) - 1;
}

bool Reader::usesLoops(const Polynomial &polynomial) const {
  return llvm::any_of(polynomial.symbols(), [&](Polynomial::Symbol symbol) {
    return step.symbols[symbol].kind != Symbol::Size;
  });
}

Polynomial Reader::sizeSymbol(const ValueDecl &declaration, const ValueDecl *object) {
  if (const auto [known, isFirst] = sizedBy.try_emplace(&declaration, object);
      known->second != object)
    note("'" + declaration.getNameAsString() + "' is taken to be the same in all objects");
  const auto [entry, isNew] = sizes.try_emplace(&declaration);
  if (isNew)
    entry->second =
        Polynomial::symbol(addSymbol({declaration.getNameAsString(), Symbol::Size, 0, 0}));
  return entry->second;
}

/// `(t + c) % m`, the index of a time level; also of such an index plus or minus a number.
std::optional<Polynomial> Reader::remainder(const Polynomial &of, std::int64_t by) {
  for (Polynomial::Symbol name : of.symbols()) {
    const Symbol symbol = step.symbols[name];
    const auto factor = of.coefficient(name);
    const auto shift = (of - Polynomial::symbol(name)).constant();
    if (!factor || factor->constant() != 1 || !shift || by < 1)
      continue;
    if (symbol.kind == Symbol::Time || (symbol.kind == Symbol::Buffer && symbol.modulus == by)) {
      const std::int64_t sum = ((symbol.shift + *shift) % by + by) % by;
      for (Polynomial::Symbol other = 0; other < int(step.symbols.size()); ++other)
        if (step.symbols[other].kind == Symbol::Buffer && step.symbols[other].modulus == by &&
            step.symbols[other].shift == sum)
          return Polynomial::symbol(other);
      return Polynomial::symbol(addSymbol({"level", Symbol::Buffer, sum, by}));
    }
  }
  return std::nullopt;
}

std::optional<Polynomial> Reader::readWhole(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  Expr::EvalResult result;
  if (!expression->isValueDependent() && expression->getType()->isIntegralOrEnumerationType() &&
      expression->EvaluateAsInt(result, context))
    return result.Val.getInt().getExtValue();
  if (const Expr *inner = innerOf(expression))
    return readWhole(inner);
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(expression))
    return cast->getType()->isIntegerType() ? readWhole(cast->getSubExpr()) : std::nullopt;
  if (isa<DeclRefExpr, MemberExpr>(expression))
    return expression->getType()->isIntegralOrEnumerationType() ? readWholeName(expression)
                                                                : std::nullopt;
  if (const auto *operation = dyn_cast<UnaryOperator>(expression))
    return readWholeSign(*operation);
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return readWholeOperator(*operation);
  if (isa<ArraySubscriptExpr>(expression))
    return wholeEntry(expression);
  if (const auto *choice = dyn_cast<ConditionalOperator>(expression)) {
    const auto yes = readWhole(choice->getTrueExpr()), no = readWhole(choice->getFalseExpr());
    return yes && no ? chosenBy(choice->getCond(), *yes, *no) : std::nullopt;
  }
  const auto *call = dyn_cast<CallExpr>(expression);
  return call ? readWholeCall(*call) : std::nullopt;
}

/// A variable or a member; a size where it has no value that is known.
std::optional<Polynomial> Reader::readWholeName(const Expr *expression) {
  if (const auto *member = dyn_cast<MemberExpr>(expression))
    return sizeSymbol(*member->getMemberDecl(), objectOf(member->getBase()).value_or(nullptr));
  const ValueDecl *variable = cast<DeclRefExpr>(expression)->getDecl();
  const auto bound = bindings.find(variable);
  if (bound == bindings.end())
    return sizeSymbol(*variable);
  if (llvm::is_contained(toggles, variable) &&
      bound->second.whole == *remainder(Polynomial::symbol(time), 2))
    used.insert(variable);
  return bound->second.kind == Binding::Whole ? std::optional(bound->second.whole) : std::nullopt;
}

std::optional<Polynomial> Reader::readWholeSign(const UnaryOperator &operation) {
  auto value = readWhole(operation.getSubExpr());
  if (!value)
    return std::nullopt;
  switch (operation.getOpcode()) {
  case UO_Plus:
    return value;
  case UO_Minus:
    return Polynomial(0) - *value;
  case UO_LNot:
    return remainder(*value + 1, 2); // !level of two
  default:
    return std::nullopt;
  }
}

std::optional<Polynomial> Reader::readWholeOperator(const BinaryOperator &operation) {
  const auto left = readWhole(operation.getLHS()), right = readWhole(operation.getRHS());
  if (!left || !right)
    return std::nullopt;
  switch (operation.getOpcode()) {
  case BO_Add:
    return *left + *right;
  case BO_Sub:
    // 1 - level is the other one of two.
    if (left->constant() == 1)
      if (const auto other = remainder(*right + 1, 2);
          other && step.symbols[right->symbols().front()].kind == Symbol::Buffer)
        return other;
    return *left - *right;
  case BO_Mul:
    return *left * *right;
  case BO_Rem:
    if (right->constant())
      if (const auto level = remainder(*left, *right->constant()))
        return level;
    return wrapped(*left, *right);
  case BO_And:
    return right->constant() == 1 ? remainder(*left, 2) : std::nullopt;
  case BO_Xor:
    return right->constant() == 1 ? remainder(*left + 1, 2) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Polynomial> Reader::readWholeCall(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getReturnType().getNonReferenceType()->isIntegralOrEnumerationType())
    return std::nullopt;
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  if (callee->isInStdNamespace() && call.getNumArgs() == 2 && (name == "min" || name == "max")) {
    const auto a = readWhole(call.getArg(0)), b = readWhole(call.getArg(1));
    return a && b ? chosen(*a, name == "min" ? BO_LT : BO_GT, *b, *a, *b) : std::nullopt;
  }
  const auto *member = dyn_cast<CXXMemberCallExpr>(&call);
  if (member && name == "size" &&
      context.getSourceManager().isInSystemHeader(callee->getLocation())) {
    const auto vector = nameOf(member->getImplicitObjectArgument());
    return vector ? std::optional(sizeSymbol(*vector->variable)) : std::nullopt;
  }
  const Bindings saved = bindings;
  std::optional<Polynomial> value;
  if (enterCall(*callee, call) && returned)
    value = readWhole(returned);
  bindings = saved;
  return value;
}

Polynomial Reader::whole(const Expr *expression, const char *use) {
  if (const auto value = readWhole(expression))
    return *value;
  bool isData = false;
  for (const Stmt *child = expression->IgnoreParenImpCasts(); child;) {
    isData = isa<ArraySubscriptExpr>(child);
    break;
  }
  fail(expression->getExprLoc(), diag::LiftIndex,
       "the " + std::string(use) + " '" + sourceOf(*expression, context) + "' " +
           (isData ? "depends on data" : "is no sum of loop variables, sizes and numbers"),
       "a stencil reads at fixed distances; choose between values with '?:', not between indices");
  return 0;
}

} // namespace stencilc::lift
