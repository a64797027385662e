/// \file Leaves C statements out of the .stencil program that is made from C loops. Allowed if they
/// do not jump (`break`, `return`, `goto`, `exit`) and the loops do not use their results.
#include "lift/effects/LeftOut.h"
#include "lift/effects/LibraryEffects.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace stencilc::lift {

using namespace clang;

namespace {

/// Counter of the uses of each variable in statements and in the bodies of the functions that they
/// call.
class Mentions {
public:
  explicit Mentions(const ASTContext &context) : context(context) {}

  void add(const Stmt *statement) {
    forAll(statement, [&](const Stmt &part) {
      if (const auto *reference = dyn_cast<DeclRefExpr>(&part))
        ++counts[referredBy(reference->getDecl())];
      if (const auto *member = dyn_cast<MemberExpr>(&part))
        ++counts[member->getMemberDecl()];
      const auto *call = dyn_cast<CallExpr>(&part);
      const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr, *definition = nullptr;
      if (callee && isShown(*callee, context) && callee->hasBody(definition) &&
          entered.insert(definition).second)
        add(definition->getBody());
    });
  }

  unsigned of(const ValueDecl *variable) const { return counts.lookup(variable); }

private:
  const ASTContext &context;
  llvm::DenseMap<const ValueDecl *, unsigned> counts;
  llvm::SmallPtrSet<const FunctionDecl *, 8> entered;
};

} // namespace

unsigned countMentions(const Stmt &statement, const ValueDecl &variable,
                       const ASTContext &context) {
  Mentions mentions(context);
  mentions.add(&statement);
  return mentions.of(&variable);
}

/// Returns true if the C function that is being lifted (translated) uses `variable` also outside of
/// `statement`.
static bool isNamedElsewhere(const SymbolicState &state, const Stmt &statement,
                             const ValueDecl &variable) {
  return countMentions(*state.origin.function->getBody(), variable, state.context) >
         countMentions(statement, variable, state.context);
}

/// Makes the value of a C variable unknown. Exception: before the loop over time, a variable
/// without a value stays as it is, so that it becomes a parameter of the program.
static void loseValue(SymbolicState &state, const ValueDecl &name, SourceLocation at) {
  if (state.isInStep || state.bindings.contains(&name))
    state.lose(&name, at);
}

static void loseWritten(SymbolicState &state, const Stmt &statement, const ValueDecl &variable) {
  const SourceLocation at = statement.getBeginLoc();
  const QualType type = variable.getType();
  if (leadsToMemory(type) && !isStream(type) && isNamedElsewhere(state, statement, variable))
    return state.fail(at, diag::LiftUnsupported,
                      "'" + variable.getNameAsString() +
                          "' may be changed here in a way that cannot be analysed",
                      "write cells in loops, and exchange pointers by assignments or std::swap in "
                      "every step");
  if (!type->getAsRecordDecl())
    return state.lose(&variable, at);
  VariableSet members; // one entry for the member in all objects
  collectMembers(type, members);
  for (const ValueDecl *member : members)
    loseValue(state, *member, at);
  loseValue(state, variable, at);
}

void leaveOut(SymbolicState &state, const Stmt &statement, const std::string &what) {
  const Effects effects = state.effects(statement);
  const auto refuse = [&](const Effects::Deed &deed, const diag::Kind<std::string> &kind,
                          const char *hint) {
    state.fail(deed.place, kind, deed.what + ", and cannot be left out", hint);
  };
  if (effects.jump)
    return refuse(*effects.jump, diag::LiftExit,
                  "a stopping rule is 'if (...) break;', the last statement of the loop over time");
  if (effects.memory)
    return refuse(*effects.memory, diag::LiftUnsupported,
                  "write cells in loops that run in every step");
  if (effects.unknown)
    return refuse(*effects.unknown, diag::LiftUnsupported,
                  "include its body, move it out of the loop over time, or give --leave-out=NAME "
                  "if it changes no data of the loops");
  for (const ValueDecl *variable : effects.written)
    loseWritten(state, statement, *variable);
  if (effects.output && state.isInStep)
    state.silenced.push_back(*effects.output);
  if (state.isInStep)
    state.note(what);
}

} // namespace stencilc::lift
