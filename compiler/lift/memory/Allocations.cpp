/// \file Finds the number of elements that a C pointer or a std::vector gets by an allocation.
#include "lift/memory/Allocations.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

/// Returns the number of bytes that a call of `malloc` or `calloc` allocates. `indices` evaluates
/// the arguments. Returns `nullopt` for other calls, and if the number is not known as a polynomial
/// of sizes (integer variables), as in `8 * n * m`.
static std::optional<Polynomial> allocatedBytes(const CallExpr &call, IndexReader &indices) {
  const FunctionDecl *callee = call.getDirectCallee();
  const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  if (name == "malloc" && call.getNumArgs() == 1)
    return indices.readWhole(call.getArg(0));
  if (name != "calloc" || call.getNumArgs() != 2)
    return std::nullopt;
  const auto count = indices.readWhole(call.getArg(0)), size = indices.readWhole(call.getArg(1));
  return count && size ? std::optional(*count * *size) : std::nullopt;
}

std::optional<Polynomial> allocatedElements(QualType type, const Expr &value, IndexReader &indices,
                                            const ASTContext &context) {
  const Expr *plain = value.IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
  if (const auto *made = dyn_cast<CXXConstructExpr>(plain)) {
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    const bool isSized = record && record->isInStdNamespace() && record->getName() == "vector" &&
                         made->getNumArgs() > 0 && !made->isListInitialization() &&
                         made->getArg(0)->getType()->isIntegralOrEnumerationType();
    return isSized ? indices.readWhole(made->getArg(0)) : std::nullopt;
  }
  if (!type->isPointerType() || type->getPointeeType()->isVariableArrayType())
    return std::nullopt;
  const QualType element = type->getPointeeType();
  if (const auto *made = dyn_cast<CXXNewExpr>(plain))
    return made->isArray() && *made->getArraySize() &&
                   context.hasSameUnqualifiedType(made->getAllocatedType(), element)
               ? indices.readWhole(*made->getArraySize())
               : std::nullopt;
  const auto *call = dyn_cast<CallExpr>(plain);
  const auto bytes =
      call && !element->isIncompleteType() ? allocatedBytes(*call, indices) : std::nullopt;
  if (!bytes)
    return std::nullopt;
  const auto [elements, rest] =
      bytes->divide(Polynomial(context.getTypeSizeInChars(element).getQuantity()));
  return rest == Polynomial(0) ? std::optional(elements) : std::nullopt;
}

bool mayResize(const Stmt &statement, const ValueDecl &vector) {
  int mentions = 0, uses = 0;
  forAll(&statement, [&](const Stmt &part) {
    if (const auto *reference = dyn_cast<DeclRefExpr>(&part))
      mentions += reference->getDecl() == &vector;
    const auto *call = dyn_cast<CallExpr>(&part);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(&part); member && callee)
      uses += callee->getIdentifier() &&
              variableOf(member->getImplicitObjectArgument()) == &vector &&
              llvm::is_contained({"at", "back", "begin", "cbegin", "cend", "data", "empty", "end",
                                  "front", "size"},
                                 callee->getName());
    if (const auto *element = dyn_cast<CXXOperatorCallExpr>(&part))
      uses += element->getOperator() == OO_Subscript && variableOf(element->getArg(0)) == &vector;
  });
  return mentions != uses;
}

} // namespace stencilc::lift
