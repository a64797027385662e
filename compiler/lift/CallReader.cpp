/// \file Calls: of functions that exchange arrays, that the file shows, and that are left out.
#include "lift/CallReader.h"
#include "lift/Literals.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

static constexpr std::size_t kDeepestCall = 32;

void CallReader::readSwap(const Expr *a, const Expr *b) {
  for (const Expr **side : {&a, &b}) // swap(&a, &b) of pointers
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
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call); member && name == "swap")
    return readSwap(member->getImplicitObjectArgument(), call.getArg(0));
  if (name == "swap" && call.getNumArgs() == 2 && callee->isInStdNamespace())
    return readSwap(call.getArg(0), call.getArg(1));
  if (!callee || !callee->hasBody() ||
      state.context.getSourceManager().isInSystemHeader(callee->getLocation()))
    return leaveOut(call, name);
  if (name.contains_insensitive("swap") && call.getNumArgs() == 2)
    return readSwap(call.getArg(0), call.getArg(1));
  if (const auto entry = entryOf(call)) {
    Bindings outer = state.bindings;
    carryOut(*entry);
    leave(*entry, std::move(outer));
  }
}

/// A function whose body is not in the file does nothing to the cells, or is reported.
void CallReader::leaveOut(const CallExpr &call, llvm::StringRef name) {
  if (!state.loops.empty())
    return state.fail(call.getExprLoc(), diag::LiftUnsupported,
                      "'" + name.str() +
                          "' is called for every cell, and its body is not in the file",
                      "include its body, or take the call out of the loops");
  for (const Expr *argument : call.arguments()) {
    const QualType type = argument->IgnoreParenImpCasts()->getType();
    if ((type->isPointerType() || type->isArrayType()) && !type->isFunctionPointerType() &&
        pointers.readPointer(argument))
      return state.fail(call.getExprLoc(), diag::LiftUnsupported,
                        "'" + name.str() + "' may change an array, and its body is not in the file",
                        "include its body, or take the call out of the loop over time");
  }
  if (state.isInStep)
    state.note("the call of '" + name.str() + "' in the loop over time is left out");
}

/// Nothing for a function that the file does not show; one that calls itself is reported.
std::optional<CallReader::Entry> CallReader::entryOf(const CallExpr &call) {
  Entry entry{nullptr, nullptr, llvm::ArrayRef(call.getArgs(), call.getNumArgs())};
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->hasBody(entry.function))
    return std::nullopt;
  if (state.frames.size() > kDeepestCall) {
    state.fail(call.getExprLoc(), diag::LiftUnsupported,
               "'" + callee->getNameAsString() + "' is called more than " +
                   std::to_string(kDeepestCall) + " functions deep",
               "write a function that calls itself as a loop");
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

/// Binds the parameters to the arguments and carries out the body; the names stay bound. What was
/// seen of its end.
Frame CallReader::carryOut(const Entry &entry) {
  Bindings inner = state.bindings;
  for (const auto &[parameter, argument] : llvm::zip(entry.function->parameters(), entry.arguments))
    inner[parameter] = bindArgument(*parameter, *argument);
  if (entry.object)
    if (const auto own = objects.objectOf(entry.object))
      inner[nullptr] = {.kind = Binding::Object, .object = *own};
  state.bindings = std::move(inner);
  state.frames.push_back({state.loops.size(), state.choices});
  executor.readStatement(entry.function->getBody());
  const Frame frame = state.frames.back();
  state.frames.pop_back();
  return frame;
}

bool CallReader::enter(const CallExpr &call, llvm::function_ref<void(const Expr &)> use) {
  const auto entry = entryOf(call);
  if (!entry)
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
  if (type->isRealFloatingType())
    return {.kind = Binding::Real,
            .real = writes.rounded(values.readReal(&argument), typeOf(type), argument.getExprLoc()),
            .isPlain = true};
  if (type->isIntegralOrEnumerationType()) {
    const auto value = indices.readWhole(&argument);
    return value ? Binding{.kind = Binding::Whole, .whole = *value} : Binding();
  }
  if (const auto same = pointers.bindObject(parameter.getType(), &argument))
    return *same;
  const auto place = pointers.readPointer(&argument);
  return place ? place->bound() : Binding();
}

/// Restores the bindings of the caller, `outer`, but for what the call has changed of them.
void CallReader::leave(const Entry &entry, Bindings outer) {
  // What a reference names is the caller's.
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
