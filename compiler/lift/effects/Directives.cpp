/// \file Reads statements under OpenMP directives. The lifter executes them as a single thread
/// would.
#include "lift/effects/Directives.h"

namespace stencilc::lift {

using namespace clang;

/// Returns the variables in all clauses of type `Clause`, such as `private`, of an OpenMP
/// directive.
template <class Clause> static VariableSet variablesOf(const OMPExecutableDirective &directive) {
  VariableSet variables;
  for (const Clause *clause : directive.getClausesOfKind<Clause>())
    for (const Expr *name : clause->varlist())
      if (const ValueDecl *variable = variableOf(name))
        variables.insert(variable);
  return variables;
}

/// Returns the function that an OpenMP clause such as `reduction(max: x)` names: "max", "min" or
/// "sum". Returns "" for an operator such as *.
static std::string functionOf(const OMPReductionClause &clause) {
  const DeclarationName name = clause.getNameInfo().getName();
  if (name.getNameKind() == DeclarationName::CXXOperatorName)
    return name.getCXXOverloadedOperator() == OO_Plus ? "sum" : "";
  return name.getAsString();
}

/// Returns true if the loop computes in `variable` the reduction (maximum, minimum or sum) that the
/// OpenMP clause names.
static bool isCombined(SymbolicState &state, const ValueDecl &variable,
                       const OMPReductionClause &clause) {
  const Binding *bound = state.find(&variable, Binding::Real);
  return bound && bound->real->kind == Node::Reduced &&
         state.step.reductions[bound->real->local].function == functionOf(clause);
}

void readDirective(SymbolicState &state, const OMPExecutableDirective &directive,
                   llvm::function_ref<void(const Stmt *)> read) {
  const Bindings before = state.bindings;
  VariableSet own = variablesOf<OMPPrivateClause>(directive);
  for (const ValueDecl *variable : own)
    state.bindings[variable] = {};
  own.insert_range(variablesOf<OMPFirstprivateClause>(directive));
  for (const ValueDecl *variable : variablesOf<OMPLastprivateClause>(directive))
    own.remove(variable);
  read(bodyOf(directive));
  for (const auto *clause : directive.getClausesOfKind<OMPReductionClause>())
    for (const Expr *name : clause->varlist())
      if (const ValueDecl *variable = variableOf(name);
          variable && !isCombined(state, *variable, *clause))
        state.lose(variable, directive.getBeginLoc());
  for (const ValueDecl *variable : own)
    if (const auto old = before.find(variable); old != before.end())
      state.bindings[variable] = old->second;
    else
      state.bindings.erase(variable);
}

} // namespace stencilc::lift
