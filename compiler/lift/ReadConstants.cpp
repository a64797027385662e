/// \file Values that the file tells although they are no constants of C: variables that nothing
/// changes, and what the only caller passes.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/DeclTemplate.h"
#include <cstdlib>

namespace stencilc::lift {

using namespace clang;

/// The variable whose element or value `expression` reads, if the read can change nothing.
static const Expr *rootOfRead(const Expr *expression, std::vector<const Stmt *> &indices) {
  expression = expression->IgnoreParens();
  while (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
    indices.push_back(subscript->getIdx());
    expression = subscript->getBase()->IgnoreParenImpCasts();
  }
  return isa<DeclRefExpr>(expression) ? expression : nullptr;
}

/// Collects the variables below `statement` that are more than read.
static void collectChanged(const Stmt *statement, VariableSet &changed) {
  if (!statement)
    return;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(statement);
      cast && cast->getCastKind() == CK_LValueToRValue) {
    std::vector<const Stmt *> indices;
    if (rootOfRead(cast->getSubExpr(), indices)) {
      for (const Stmt *index : indices)
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

/// Whether the variable holds its initial value wherever this file can see it.
bool Reader::isNeverChanged(const VarDecl &variable) {
  if (variable.getType().isConstQualified())
    return true;
  if (variable.hasExternalFormalLinkage() && !variable.isLocalVarDecl())
    return false; // another file may
  if (!hasChanged) {
    hasChanged = true;
    forFunctions(
        context.getTranslationUnitDecl(), context.getSourceManager(),
        [&](const FunctionDecl &function) { collectChanged(function.getBody(), changed); });
  }
  return !changed.count(&variable);
}

/// An entry of a table of whole numbers that nothing changes: the directions of a lattice.
std::optional<Polynomial> Reader::wholeEntry(const Expr *expression) {
  std::vector<const Stmt *> indices;
  const Expr *root = rootOfRead(expression, indices);
  const auto *table = root ? dyn_cast_or_null<VarDecl>(variableOf(root)) : nullptr;
  if (!table || indices.empty() || !table->getAnyInitializer() ||
      !(context.getBaseElementType(table->getType()).isConstQualified() || isNeverChanged(*table)))
    return std::nullopt;
  const Expr *entry = table->getAnyInitializer();
  for (std::size_t i = indices.size(); i-- > 0;) {
    const auto *list = dyn_cast<InitListExpr>(entry->IgnoreParenImpCasts());
    const auto index = readWhole(cast<Expr>(indices[i]));
    const auto place = index ? index->constant() : std::nullopt;
    if (!list || !place || *place < 0)
      return std::nullopt;
    if (*place >= std::int64_t(list->getNumInits()))
      return 0; // what C fills the rest with
    entry = list->getInit(unsigned(*place));
  }
  return readWhole(entry);
}

/// A number that an argument is known to have, as the language writes it.
std::optional<std::string> Reader::argumentValue(const Expr *argument) {
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
  const auto value = known(plain);
  return value ? std::optional((*value)->text) : std::nullopt;
}

/// What all callers of the file pass for the parameters of `function`, by name.
std::map<std::string, std::string> Reader::callerValues(const FunctionDecl &function) {
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

/// Gives parameters, sizes and the number of steps what the callers pass.
void Reader::takeCallerValues(const FunctionDecl &function) {
  const auto values = callerValues(function);
  for (Parameter &parameter : step.parameters)
    if (const auto found = values.find(parameter.name);
        found != values.end() && parameter.value.empty())
      parameter.value = found->second;
  for (Symbol &symbol : step.symbols)
    if (const auto found = values.find(symbol.name);
        found != values.end() && symbol.kind == Symbol::Size)
      symbol.value = std::strtoll(found->second.c_str(), nullptr, 10);
}

} // namespace stencilc::lift
