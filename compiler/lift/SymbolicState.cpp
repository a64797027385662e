/// \file Where the walk over a C function stands.
#include "lift/SymbolicState.h"
#include "lift/Values.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

using namespace clang;

void SymbolicState::fail(SourceLocation at, const diag::Kind<std::string> &kind,
                         const std::string &what, llvm::StringRef hint) {
  if (hasFailed)
    return;
  hasFailed = true;
  diags.report(llvm::SMRange(place(at), place(at)), kind, what).note({}, diag::Hint, hint);
}

void SymbolicState::note(std::string text) {
  if (!llvm::is_contained(step.notes, text))
    step.notes.push_back(std::move(text));
}

Binding *SymbolicState::find(const Name &name, Binding::Kind kind) {
  const auto found = bindings.find(name);
  return found != bindings.end() && found->second.kind == kind ? &found->second : nullptr;
}

Value SymbolicState::addLocal(std::string name, const Value &value) {
  step.locals.push_back({std::move(name), value, nestHere()});
  return make({.kind = Node::Temporary, .type = value->type, .local = int(step.locals.size()) - 1});
}

} // namespace stencilc::lift
