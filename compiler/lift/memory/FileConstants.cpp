/// \file Finds values that the C file determines although they are no constants of C: variables
/// that never change, and arguments of all calls.
#include "lift/memory/FileConstants.h"
#include "lift/read/Literals.h"

namespace stencilc::lift {

using namespace clang;

const Expr *rootOfRead(const Expr *expression, std::vector<const Expr *> &indices) {
  expression = expression->IgnoreParens();
  while (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
    indices.push_back(subscript->getIdx());
    expression = subscript->getBase()->IgnoreParenImpCasts();
  }
  return isa<DeclRefExpr>(expression) ? expression : nullptr;
}

/// Adds to `changed` the variables that `statement` may change. Every use that is not a plain read
/// counts as a change.
static void collectChanged(const Stmt *statement, VariableSet &changed) {
  if (!statement)
    return;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(statement);
      cast && cast->getCastKind() == CK_LValueToRValue) {
    std::vector<const Expr *> indices;
    if (rootOfRead(cast->getSubExpr(), indices)) {
      for (const Expr *index : indices)
        collectChanged(index, changed);
      return;
    }
  }
  if (const auto *reference = dyn_cast<DeclRefExpr>(statement))
    changed.insert(reference->getDecl());
  for (const Stmt *child : statement->children())
    collectChanged(child, changed);
}

static void forFunctions(const DeclContext *in, const SourceManager &manager,
                         const std::function<void(const FunctionDecl &)> &use) {
  for (const Decl *declaration : in->decls()) {
    if (manager.isInSystemHeader(declaration->getLocation()))
      continue;
    if (const auto *function = dyn_cast<FunctionDecl>(declaration);
        function && function->doesThisDeclarationHaveABody())
      use(*function);
    if (isa<LinkageSpecDecl, NamespaceDecl, CXXRecordDecl>(declaration))
      forFunctions(cast<DeclContext>(declaration), manager, use);
  }
}

bool FileConstants::isKept(const VarDecl &variable) {
  return variable.getType().isConstQualified() || !changedHere().count(&variable);
}

const VariableSet &FileConstants::changedHere() {
  if (!changed) {
    changed.emplace();
    forFunctions(
        context.getTranslationUnitDecl(), context.getSourceManager(),
        [&](const FunctionDecl &function) { collectChanged(function.getBody(), *changed); });
  }
  return *changed;
}

bool FileConstants::isNeverChanged(const VarDecl &variable) {
  if (variable.getType().isConstQualified())
    return true;
  if (variable.hasExternalFormalLinkage() && !variable.isLocalVarDecl())
    return false; // another file may change it
  return !changedHere().count(&variable);
}

/// Returns the value of a call argument as text of the stencil language. Returns `nullopt` if it is
/// no known number.
std::optional<std::string> FileConstants::argumentValue(const Expr *argument) {
  const Expr *plain = argument->IgnoreParenImpCasts();
  if (const auto *variable = dyn_cast_or_null<VarDecl>(variableOf(plain));
      variable && variable->getInit() && !isa<ParmVarDecl>(variable) && isNeverChanged(*variable))
    plain = variable->getInit();
  Expr::EvalResult result;
  if (plain->isValueDependent() || !plain->EvaluateAsRValue(result, context) ||
      result.HasSideEffects)
    return std::nullopt;
  if (result.Val.isInt())
    return std::to_string(result.Val.getInt().getExtValue());
  if (!result.Val.isFloat())
    return std::nullopt;
  const auto value = known(plain, context);
  return value ? std::optional((*value)->text) : std::nullopt;
}

std::map<std::string, std::string> FileConstants::callerValues(const FunctionDecl &function) {
  std::map<std::string, std::optional<std::string>> values;
  forFunctions(context.getTranslationUnitDecl(), context.getSourceManager(),
               [&](const FunctionDecl &caller) {
                 forAll(caller.getBody(), [&](const Stmt &part) {
                   const auto *call = dyn_cast<CallExpr>(&part);
                   if (!call || !call->getDirectCallee() ||
                       call->getDirectCallee()->getCanonicalDecl() != function.getCanonicalDecl())
                     return;
                   for (unsigned i = 0; i < std::min(call->getNumArgs(), function.getNumParams());
                        ++i) {
                     const auto value = argumentValue(call->getArg(i));
                     const auto [entry, isNew] =
                         values.try_emplace(function.getParamDecl(i)->getNameAsString(), value);
                     if (!isNew && entry->second != value)
                       entry->second = std::nullopt;
                   }
                 });
               });
  std::map<std::string, std::string> known;
  for (const auto &[name, value] : values)
    if (value)
      known[name] = *value;
  return known;
}

} // namespace stencilc::lift
