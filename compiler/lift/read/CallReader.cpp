/// \file Reads C calls: swaps of arrays, functions whose body is in the file, and calls that have
/// no counterpart in the .stencil program.
#include "lift/read/CallReader.h"
#include "lift/effects/LeftOut.h"
#include "lift/read/Literals.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

static constexpr std::size_t kDeepestCall = 32;

/// Returns the variable that `expression`, in the body of a swap function, exchanges: `a` for `*a`
/// if the function has pointer parameters, or for `a` if they are references. Returns null for
/// other expressions.
static const ValueDecl *exchanged(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  const auto *operation = dyn_cast<UnaryOperator>(expression);
  return variableOf(operation && operation->getOpcode() == UO_Deref ? operation->getSubExpr()
                                                                    : expression);
}

/// Returns true if the body of `callee` only exchanges the two pointers to which its parameters
/// refer, as in `t = a; a = b; b = t;`.
static bool isExchange(const FunctionDecl &callee) {
  const FunctionDecl *function = nullptr;
  const auto *body =
      callee.hasBody(function) ? dyn_cast<CompoundStmt>(function->getBody()) : nullptr;
  if (!body || body->size() != 3 || function->getNumParams() != 2 ||
      !function->getReturnType()->isVoidType())
    return false;
  const Stmt *const *parts = body->body_begin();
  const auto *first = dyn_cast<DeclStmt>(parts[0]);
  const auto *kept =
      first && first->isSingleDecl() ? dyn_cast<VarDecl>(first->getSingleDecl()) : nullptr;
  const auto *second = dyn_cast<BinaryOperator>(parts[1]),
             *third = dyn_cast<BinaryOperator>(parts[2]);
  if (!kept || !kept->getInit() || !kept->getType()->isPointerType() || !second || !third ||
      second->getOpcode() != BO_Assign || third->getOpcode() != BO_Assign)
    return false;
  const ValueDecl *a = exchanged(kept->getInit()), *b = exchanged(second->getRHS());
  const auto isParameter = [&](const ValueDecl *name) {
    return name == function->getParamDecl(0) || name == function->getParamDecl(1);
  };
  const auto isPlace = [](const Expr *target) { // false for pointers passed by value
    const ValueDecl *variable = variableOf(target);
    return !variable || variable->getType()->isReferenceType();
  };
  return a != b && isParameter(a) && isParameter(b) && isPlace(second->getLHS()) &&
         isPlace(third->getLHS()) && exchanged(second->getLHS()) == a &&
         exchanged(third->getLHS()) == b && variableOf(third->getRHS()) == kept;
}

void CallReader::readSwap(const Expr *a, const Expr *b) {
  for (const Expr **side : {&a, &b}) // `swap(&a, &b)`: use `a` and `b`
    if (const auto *address = dyn_cast<UnaryOperator>((*side)->IgnoreParenImpCasts());
        address && address->getOpcode() == UO_AddrOf)
      *side = address->getSubExpr();
  const auto first = objects.nameOf(a), second = objects.nameOf(b);
  const auto left = pointers.readPointer(a), right = pointers.readPointer(b);
  if (first && second && left && right) {
    state.bindings[*first] = right->bound();
    state.bindings[*second] = left->bound();
    return;
  }
  if (objects.swap(a, b))
    return;
  state.fail(a->getExprLoc(), diag::LiftUnsupported, "this exchange cannot be followed",
             "exchange two pointers or two vectors");
}

void CallReader::read(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  const bool isFollowed =
      callee && isShown(*callee, state.context) && !isDispatched(call) && !state.isTrusted(*callee);
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call);
      member && name == "swap" && !isFollowed && call.getNumArgs() == 1)
    return readSwap(member->getImplicitObjectArgument(), call.getArg(0));
  if (name == "swap" && call.getNumArgs() == 2 && callee->isInStdNamespace())
    return readSwap(call.getArg(0), call.getArg(1));
  if (!isFollowed)
    return leaveOutCall(call, name.str());
  if (isExchange(*callee))
    return readSwap(call.getArg(0), call.getArg(1));
  const auto entry = entryOf(call);
  if (!entry)
    return state.fail(call.getExprLoc(), diag::LiftUnsupported,
                      "'" + name.str() + "' is called with fewer arguments than it takes",
                      "give it all of them");
  Bindings outer = state.bindings;
  carryOut(*entry);
  leave(*entry, std::move(outer));
}

/// Leaves a call of the function `name` out of the .stencil program, because the body of the
/// function is not in the C file. Reports a call that may change data of the loops or is inside the
/// loops over cells.
void CallReader::leaveOutCall(const CallExpr &call, const std::string &name) {
  if (!state.loops.empty())
    return state.fail(call.getExprLoc(), diag::LiftUnsupported,
                      "'" + name + "' is called for every cell, and its body is not in the file",
                      "include its body, or take the call out of the loops");
  leaveOut(state, call, "the call of '" + name + "' in the loop over time is left out");
}

/// Returns the called function and its arguments. Returns `nullopt` if its body is not in the C
/// file or arguments are missing. Reports nested calls that are too deep, for example by recursion.
std::optional<CallReader::Entry> CallReader::entryOf(const CallExpr &call) {
  Entry entry{nullptr, nullptr, llvm::ArrayRef(call.getArgs(), call.getNumArgs())};
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->hasBody(entry.function) || !isShown(*callee, state.context) ||
      isDispatched(call))
    return std::nullopt;
  if (state.frames.size() > kDeepestCall) {
    state.fail(call.getExprLoc(), diag::LiftUnsupported,
               "'" + callee->getNameAsString() + "' is called more than " +
                   std::to_string(kDeepestCall) + " functions deep",
               "replace a recursive function by a loop");
    return std::nullopt;
  }
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call)) {
    entry.object = member->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(&call) && isa<CXXMethodDecl>(callee) &&
             !entry.arguments.empty()) {
    entry.object = entry.arguments.front();
    entry.arguments = entry.arguments.drop_front();
  }
  return entry.arguments.size() < entry.function->getNumParams() ? std::nullopt
                                                                 : std::optional(entry);
}

/// Returns true if `function` can access one variable under two names: by the reference
/// `parameter`, and by the name of the variable that is passed as `argument`.
bool CallReader::isNamedTwice(const ParmVarDecl &parameter, const Expr &argument,
                              const FunctionDecl &function) const {
  const ValueDecl *variable = variableOf(&argument);
  return parameter.getType()->isReferenceType() && variable &&
         (variable->getType().getNonReferenceType()->isArithmeticType()) &&
         countMentions(*function.getBody(), *variable, state.context) > 0;
}

/// Gives the parameters the values of the arguments and executes the body of the function
/// symbolically. Returns a frame (state of the call) with its `return` expression. Variables of the
/// body keep their values afterwards.
Frame CallReader::carryOut(const Entry &entry) {
  Bindings inner = state.bindings;
  for (const auto &[parameter, argument] : llvm::zip(entry.function->parameters(), entry.arguments))
    if (isNamedTwice(*parameter, *argument, *entry.function))
      state.fail(argument->getExprLoc(), diag::LiftUnsupported,
                 "'" + parameter->getNameAsString() + "' and '" +
                     variableOf(argument)->getNameAsString() + "' are one variable in '" +
                     entry.function->getNameAsString() + "'",
                 "use one of the two names in the function");
    else
      inner[parameter] = bindArgument(*parameter, *argument);
  if (entry.object)
    if (const auto own = objects.objectOf(entry.object))
      inner[nullptr] = {.kind = Binding::Object, .object = *own};
  state.bindings = std::move(inner);
  state.frames.push_back({state.loops.size(), state.choices, entry.function->getBody()});
  executor.readStatement(entry.function->getBody());
  const Frame frame = state.frames.back();
  state.frames.pop_back();
  return frame;
}

/// Returns true if a call in an expression computes a value and changes nothing. Reports a call
/// that changes a variable or memory, and returns false.
bool CallReader::changesNothing(const CallExpr &call) {
  const Effects effects = state.effects(call);
  if (!effects.written.empty() || effects.memory)
    state.fail(effects.memory ? effects.memory->place : call.getExprLoc(), diag::LiftUnsupported,
               "'" + call.getDirectCallee()->getNameAsString() + "' has side effects",
               "call it in a separate statement");
  return !state.isFailed();
}

bool CallReader::enter(const CallExpr &call, llvm::function_ref<void(const Expr &)> use) {
  const auto entry = entryOf(call);
  if (!entry || !changesNothing(call))
    return false;
  const Bindings outer = state.bindings;
  const Expr *returned = carryOut(*entry).returned;
  const bool isRead = returned && !state.isFailed();
  if (isRead)
    use(*returned);
  state.bindings = outer;
  return isRead;
}

Binding CallReader::bindArgument(const ParmVarDecl &parameter, const Expr &argument) {
  const QualType type = parameter.getType().getNonReferenceType();
  const Binding lost{.kind = Binding::Lost, .lostAt = argument.getExprLoc()};
  const bool isChanged = parameter.getType()->isReferenceType() &&
                         !parameter.getType()->getPointeeType().isConstQualified();
  if (type->isRealFloatingType() && isChanged && !variableOf(&argument)) {
    const auto cell = pointers.readPointer(&argument);
    return cell ? cell->bound() : lost;
  }
  if (type->isRealFloatingType())
    return {.kind = Binding::Real,
            .real = writes.rounded(values.readReal(&argument), typeOf(type), argument.getExprLoc()),
            .isPlain = true};
  if (type->isIntegralOrEnumerationType()) {
    const auto value = indices.readWhole(&argument);
    return value && indices.holds(type, *value) ? Binding{.kind = Binding::Whole, .whole = *value}
                                                : lost;
  }
  if (const auto same = pointers.bindObject(parameter.getType(), &argument))
    return *same;
  const auto place = pointers.readPointer(&argument);
  return place ? place->bound() : lost;
}

/// Restores the variables of the caller after the body of a called function has been read. `outer`
/// has their values before the call. Variables that the call has changed, for example through
/// reference parameters, keep their new values.
void CallReader::leave(const Entry &entry, Bindings outer) {
  // A reference parameter has changed the argument of the caller.
  for (const auto &[parameter, argument] :
       llvm::zip(entry.function->parameters(), entry.arguments)) {
    const auto name = objects.nameOf(argument);
    if (parameter->getType()->isReferenceType() && name &&
        !parameter->getType()->getPointeeType().isConstQualified())
      outer[*name] = state.bindings[*name] = state.bindings[parameter];
  }
  state.bindings.erase(Name(nullptr));
  for (const auto &[variable, binding] : outer)
    state.bindings.try_emplace(variable, binding);
}

} // namespace stencilc::lift
