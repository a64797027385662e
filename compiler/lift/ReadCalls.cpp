/// \file Calls: of functions that exchange arrays, that the file shows, and that are left out.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

static constexpr int kDeepestCall = 32;

void Reader::readSwap(const Expr *a, const Expr *b) {
  for (const Expr **side : {&a, &b}) // swap(&a, &b) of pointers
    if (const auto *address = dyn_cast<UnaryOperator>((*side)->IgnoreParenImpCasts());
        address && address->getOpcode() == UO_AddrOf)
      *side = address->getSubExpr();
  const auto first = nameOf(a), second = nameOf(b);
  const auto left = readPointer(a), right = readPointer(b);
  if (first && second && left && right) {
    bindings[*first] = right->bound();
    bindings[*second] = left->bound();
    return;
  }
  if (swapObjects(a, b))
    return;
  fail(a->getExprLoc(), diag::LiftUnsupported, "this exchange cannot be followed",
       "exchange two pointers or two vectors");
}

void Reader::readCall(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call); member && name == "swap")
    return readSwap(member->getImplicitObjectArgument(), call.getArg(0));
  if (name == "swap" && call.getNumArgs() == 2 && callee->isInStdNamespace())
    return readSwap(call.getArg(0), call.getArg(1));
  if (callee && callee->hasBody() &&
      !context.getSourceManager().isInSystemHeader(callee->getLocation())) {
    const llvm::ArrayRef<const Expr *> arguments(call.getArgs(), call.getNumArgs());
    if (name.contains_insensitive("swap") && arguments.size() == 2)
      return readSwap(arguments[0], arguments[1]);
    enterCall(*callee, call);
    return;
  }
  if (!loops.empty())
    return fail(call.getExprLoc(), diag::LiftUnsupported,
                "'" + name.str() + "' is called for every cell, and its body is not in the file",
                "include its body, or take the call out of the loops");
  for (const Expr *argument : call.arguments()) {
    const QualType type = argument->IgnoreParenImpCasts()->getType();
    if ((type->isPointerType() || type->isArrayType()) && !type->isFunctionPointerType() &&
        readPointer(argument))
      return fail(call.getExprLoc(), diag::LiftUnsupported,
                  "'" + name.str() + "' may change an array, and its body is not in the file",
                  "include its body, or take the call out of the loop over time");
  }
  if (isInStep)
    note("the call of '" + name.str() + "' in the loop over time is left out");
}

bool Reader::enterCall(const FunctionDecl &function, const CallExpr &call) {
  const FunctionDecl *definition = nullptr;
  returned = nullptr;
  const auto [object, arguments] = argumentsOf(call);
  if (!function.hasBody(definition) || calls > kDeepestCall ||
      arguments.size() < definition->getNumParams())
    return false;
  Bindings inner = bindings;
  for (const auto &[parameter, argument] : llvm::zip(definition->parameters(), arguments))
    inner[parameter] = bindArgument(*parameter, *argument);
  if (object)
    if (const auto own = objectOf(object))
      inner[nullptr] = {.kind = Binding::Object, .object = *own};
  std::swap(bindings, inner);
  const auto around = std::pair(loopsAtCall, choicesAtCall);
  loopsAtCall = loops.size(), choicesAtCall = choices;
  ++calls;
  readStatement(definition->getBody());
  --calls;
  std::tie(loopsAtCall, choicesAtCall) = around;
  // The caller reads what is returned with these names bound, then restores its own.
  if (!returned)
    leaveCall(*definition, arguments, std::move(inner));
  return !isFailed;
}

Binding Reader::bindArgument(const ParmVarDecl &parameter, const Expr &argument) {
  const QualType type = parameter.getType().getNonReferenceType();
  if (type->isRealFloatingType())
    return {.kind = Binding::Real,
            .real = rounded(readReal(&argument), typeOf(type), argument.getExprLoc()),
            .isPlain = true};
  if (type->isIntegralOrEnumerationType()) {
    const auto value = readWhole(&argument);
    return value ? Binding{.kind = Binding::Whole, .whole = *value} : Binding();
  }
  if (const auto same = bindObject(parameter.getType(), &argument))
    return *same;
  const auto place = readPointer(&argument);
  return place ? place->bound() : Binding();
}

/// Restores the bindings of the caller, `outer`, but for what the call has changed of them.
void Reader::leaveCall(const FunctionDecl &function, llvm::ArrayRef<const Expr *> arguments,
                       Bindings outer) {
  // What a reference names is the caller's.
  for (const auto &[parameter, argument] : llvm::zip(function.parameters(), arguments)) {
    const auto name = nameOf(argument);
    if (parameter->getType()->isReferenceType() && name &&
        !parameter->getType()->getPointeeType().isConstQualified())
      outer[*name] = bindings[*name] = bindings[parameter];
  }
  bindings.erase(Name(nullptr));
  for (const auto &[variable, binding] : outer)
    bindings.try_emplace(variable, binding);
}

} // namespace stencilc::lift
