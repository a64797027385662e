/// \file Finds the C object whose member an expression names.
#include "lift/memory/Objects.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

std::optional<const ValueDecl *> Objects::objectOf(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  const auto bound = [&](const ValueDecl *name) -> std::optional<const ValueDecl *> {
    if (state.isLost(name, expression->getExprLoc()))
      return std::nullopt;
    const Binding *found = state.find(name, Binding::Object);
    return found ? found->object : name;
  };
  if (isa<CXXThisExpr>(expression))
    return bound(nullptr);
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
    return bound(referredBy(reference->getDecl()));
  if (const auto *operation = dyn_cast<UnaryOperator>(expression))
    if (operation->getOpcode() == UO_Deref || operation->getOpcode() == UO_AddrOf)
      return objectOf(operation->getSubExpr());
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    const auto outer = objectOf(member->getBase());
    if (!outer)
      return std::nullopt;
    const auto [known, isNew] = owners.try_emplace(member->getMemberDecl(), *outer);
    return known->second == *outer ? std::optional<const ValueDecl *>(member->getMemberDecl())
                                   : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Name> Objects::nameOf(const Expr *expression) {
  if (const ValueDecl *variable = variableOf(expression))
    return Name(variable);
  if (const auto *member = dyn_cast<MemberExpr>(expression->IgnoreParenImpCasts()))
    if (const auto object = objectOf(member->getBase()))
      return Name(*object, member->getMemberDecl());
  return std::nullopt;
}

bool isObject(QualType type) {
  type = type.getNonReferenceType();
  return (type->isPointerType() ? type->getPointeeType() : type)->isRecordType();
}

bool Objects::swap(const Expr *a, const Expr *b) {
  const ValueDecl *first = variableOf(a), *second = variableOf(b);
  if (!first || !second || !isObject(a->getType()))
    return false;
  const auto left = objectOf(a), right = objectOf(b);
  if (!left || !right)
    return false;
  state.bindings[first] = {.kind = Binding::Object, .object = *right};
  state.bindings[second] = {.kind = Binding::Object, .object = *left};
  return true;
}

} // namespace stencilc::lift
