/// \file Checks that a C function does not change integers behind its pointer parameters.
#include "lift/read/PointedNumbers.h"
#include "lift/effects/Effects.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

static constexpr int kMostCalls = 8;

static bool isPointerToWhole(QualType type) {
  return type->isPointerType() &&
         (type->getPointeeType()->isIntegralOrEnumerationType() ||
          type->getPointeeType()->isPointerType() || type->getPointeeType()->isRecordType());
}

/// Returns true if an assignment to `target` may change an integer that a pointer parameter leads
/// to, or a pointer to such an integer.
static bool mayBePointed(const Expr &target) {
  const QualType type = target.getType().getNonReferenceType();
  const auto *variable = dyn_cast_or_null<VarDecl>(variableOf(&target));
  if (type->isRecordType())
    return true;
  if (isPointerToWhole(type))
    return !variable || isa<ParmVarDecl>(variable);
  return type->isIntegralOrEnumerationType() && (!variable || variable->hasGlobalStorage());
}

/// Returns true if `call`, a function without a body in the file, cannot change integers of the
/// caller: it gets no pointer to them, or only pointers to const.
static bool isHarmless(const CallExpr &call) {
  return llvm::none_of(call.arguments(), [](const Expr *argument) {
    const QualType type = argument->IgnoreParenCasts()->getType();
    return isPointerToWhole(type) && !type->getPointeeType().isConstQualified();
  });
}

static bool keeps(const Stmt &body, const ASTContext &context, int depth) {
  bool isKept = depth < kMostCalls;
  forAll(&body, [&](const Stmt &part) {
    const Expr *target = changedBy(part);
    isKept = isKept && !(target && mayBePointed(*target)) &&
             !isa<CXXConstructExpr, CXXNewExpr, CXXDeleteExpr, LambdaExpr, GCCAsmStmt>(part);
    const auto *call = dyn_cast<CallExpr>(&part);
    if (!isKept || !call)
      return;
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    if (callee && isShown(*callee, context) && callee->hasBody(definition))
      isKept = !isDispatched(*call) && keeps(*definition->getBody(), context, depth + 1);
    else
      isKept = callee && isHarmless(*call);
  });
  return isKept;
}

bool keepsPointedNumbers(const Stmt &body, const ASTContext &context) {
  return keeps(body, context, 0);
}

} // namespace stencilc::lift
