/// \file The state of the symbolic execution of a C function.
#include "lift/read/SymbolicState.h"
#include "lift/Values.h"
#include "lift/read/Literals.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

using namespace clang;

void SymbolicState::fail(SourceLocation at, const diag::Kind<std::string> &kind,
                         const std::string &what, llvm::StringRef hint) {
  if (hasFailed)
    return;
  hasFailed = true;
  if (isTrying)
    return;
  diags.report(llvm::SMRange(place(at), place(at)), kind, what).note({}, diag::Hint, hint);
}

bool SymbolicState::tries(llvm::function_ref<void()> read) {
  if (hasFailed)
    return false;
  const Step stepBefore = step;
  const Origins originBefore = origin;
  const Bindings bindingsBefore = bindings;
  const int nestBefore = nest, writesBefore = writes, choicesBefore = choices;
  isTrying = true;
  read();
  isTrying = false;
  if (!hasFailed)
    return true;
  hasFailed = false;
  step = stepBefore, origin = originBefore, bindings = bindingsBefore;
  nest = nestBefore, writes = writesBefore, choices = choicesBefore;
  return false;
}

void SymbolicState::note(std::string text) {
  if (!llvm::is_contained(step.notes, text))
    step.notes.push_back(std::move(text));
}

Binding *SymbolicState::find(const Name &name, Binding::Kind kind) {
  const auto found = bindings.find(name);
  return found != bindings.end() && found->second.kind == kind ? &found->second : nullptr;
}

void SymbolicState::checkPure(const Expr &expression) {
  SourceLocation at;
  forAll(&expression, [&](const Stmt &part) {
    if (changedBy(part) && at.isInvalid())
      at = cast<Expr>(part).getExprLoc();
  });
  if (at.isInvalid() && !effects(expression).written.empty())
    at = expression.getExprLoc();
  if (at.isValid())
    fail(at, diag::LiftUnsupported, "a variable changes inside an expression",
         "change it in a separate statement");
}

bool SymbolicState::isLost(const Name &name, SourceLocation at) {
  const Binding *lost = find(name, Binding::Lost);
  if (!lost)
    return false;
  const std::string own = name.variable ? name.variable->getNameAsString() : "this";
  fail(at, diag::LiftUnsupported,
       "'" + own + "' has a value here that cannot be analysed: line " +
           std::to_string(context.getSourceManager().getExpansionLineNumber(lost->lostAt)) +
           " changes it",
       "set it by an assignment that runs in every step, before it is used");
  return true;
}

Value SymbolicState::carried(const ValueDecl &variable, SourceLocation at) {
  const auto entry = carriedNumbers.try_emplace(&variable, int(carriedNumbers.size())).first;
  return make({.kind = Node::Carried,
               .type = typeOf(variable.getType()),
               .text = variable.getNameAsString(),
               .local = entry->second,
               .place = place(at)});
}

bool SymbolicState::isCarried(const Node &value, const ValueDecl &variable) const {
  const auto entry = carriedNumbers.find(&variable);
  return value.kind == Node::Carried && entry != carriedNumbers.end() &&
         value.local == entry->second;
}

Value SymbolicState::addLocal(std::string name, const Value &value) {
  step.locals.push_back({std::move(name), value, nestHere()});
  return make({.kind = Node::Temporary, .type = value->type, .local = int(step.locals.size()) - 1});
}

} // namespace stencilc::lift
