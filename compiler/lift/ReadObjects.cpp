/// \file Structures and classes: whose member an expression names, and exchanges of whole objects.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

/// The object that `expression`, a structure or a pointer to one, stands for. Nothing for elements
/// of arrays of structures and for what calls return.
std::optional<const ValueDecl *> Reader::objectOf(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  const auto bound = [&](const ValueDecl *name) -> const ValueDecl * {
    const auto found = bindings.find(name);
    return found != bindings.end() && found->second.kind == Binding::Object ? found->second.object
                                                                            : name;
  };
  if (isa<CXXThisExpr>(expression))
    return bound(nullptr);
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
    return bound(reference->getDecl());
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

/// The variable or member that an expression names.
std::optional<Name> Reader::nameOf(const Expr *expression) {
  if (const ValueDecl *variable = variableOf(expression))
    return Name(variable);
  if (const auto *member = dyn_cast<MemberExpr>(expression->IgnoreParenImpCasts()))
    if (const auto object = objectOf(member->getBase()))
      return Name(*object, member->getMemberDecl());
  return std::nullopt;
}

static bool isObject(QualType type) {
  type = type.getNonReferenceType();
  return (type->isPointerType() ? type->getPointeeType() : type)->isRecordType();
}

/// Binds a parameter that is a structure, or a reference or a pointer to one.
std::optional<Binding> Reader::bindObject(QualType type, const Expr *argument) {
  QualType element;
  if (isObject(type))
    extentsOf(type, element); // a vector is memory and no object
  const bool isOwn = !element.isNull() && element->isRecordType();
  const auto object = isOwn ? objectOf(argument) : std::nullopt;
  if (!object)
    return std::nullopt;
  return Binding{.kind = Binding::Object, .object = *object};
}

bool Reader::swapObjects(const Expr *a, const Expr *b) {
  const ValueDecl *first = variableOf(a), *second = variableOf(b);
  if (!first || !second || !isObject(a->getType()))
    return false;
  const auto left = objectOf(a), right = objectOf(b);
  if (!left || !right)
    return false;
  bindings[first] = {.kind = Binding::Object, .object = *right};
  bindings[second] = {.kind = Binding::Object, .object = *left};
  return true;
}

/// The object of a call of a method, if it is one, and the arguments beside it.
Reader::Arguments Reader::argumentsOf(const CallExpr &call) {
  Arguments result{nullptr, llvm::ArrayRef(call.getArgs(), call.getNumArgs())};
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call)) {
    result.object = member->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(&call) &&
             isa_and_nonnull<CXXMethodDecl>(call.getDirectCallee()) && !result.values.empty()) {
    result.object = result.values.front();
    result.values = result.values.drop_front();
  }
  return result;
}

} // namespace stencilc::lift
