/// \file Where the walk over a C function stands: what names stand for, the loops and calls around
/// the statement that is read, and the step that is made of all statements before it.
#pragma once

#include "lift/Bindings.h"
#include "lift/Effects.h"
#include "lift/Origins.h"
#include "lift/Sources.h"
#include "lift/TreeWalk.h"

namespace stencilc::lift {

/// Where the body of a function that is read was entered, and what it returns, so far.
struct Frame {
  std::size_t loops = 0;
  int choices = 0; // `if`s around the call
  const clang::Expr *returned = nullptr;
};

/// The state of reading a function as symbolic execution: names in place of numbers (J. C. King,
/// "Symbolic execution and program testing", CACM 1976). The readers share it and hold nothing of
/// it.
class SymbolicState {
public:
  SymbolicState(clang::ASTContext &context, const Sources &sources, TrustedFunctions trusted,
                Diagnostics &diags)
      : context(context), sources(sources), trusted(std::move(trusted)), diags(diags) {}

  /// Reports the first thing that cannot be lifted; all that follows is carried on with nothing.
  void fail(clang::SourceLocation at, const diag::Kind<std::string> &kind, const std::string &what,
            llvm::StringRef hint);
  bool isFailed() const { return hasFailed; }

  /// Carries out `read`; takes back all of it and reports nothing where it fails. Returns whether
  /// it did not. No array may be met for the first time.
  bool tries(llvm::function_ref<void()> read);

  /// Says what is assumed, once.
  void note(std::string text);

  llvm::SMLoc place(clang::SourceLocation at) const { return sources.place(at); }

  Effects effects(const clang::Stmt &statement) const {
    return effectsOf(statement, context, trusted);
  }

  /// Whether the user leaves out all calls of a function.
  bool isTrusted(const clang::FunctionDecl &callee) const {
    return llvm::is_contained(trusted, callee.getNameAsString());
  }

  /// Gives a variable a value that is not followed; a later use of it is refused.
  void lose(const Name &name, clang::SourceLocation at) {
    bindings[name] = {.kind = Binding::Lost, .lostAt = at};
  }

  /// Whether a name has a value that is not followed. Reports it for the use at `at`.
  bool isLost(const Name &name, clang::SourceLocation at);

  /// Reports an expression that changes a variable.
  void checkPure(const clang::Expr &expression);

  /// What a name stands for, if that is of such a kind; else null.
  Binding *find(const Name &name, Binding::Kind kind);

  /// The nest that the statement is in; -1 outside all.
  int nestHere() const { return loops.empty() ? -1 : nest; }

  /// What `variable` held when the step or a nest began, for an error at `at`.
  Value carried(const clang::ValueDecl &variable, clang::SourceLocation at);
  /// Whether `value` is that.
  bool isCarried(const Node &value, const clang::ValueDecl &variable) const;

  /// A local variable of the nest that holds `value`.
  Value addLocal(std::string name, const Value &value);

  clang::ASTContext &context;
  Step step;
  Origins origin; // as far as the walk tells it
  Bindings bindings;
  std::vector<Loop> loops;   // around the statement that is read
  std::vector<Frame> frames; // of the functions around it
  int choices = 0;           // `if`s around it
  int nest = 0, writes = 0;  // of the step, so far
  Polynomial::Symbol time = -1;
  Polynomial::Symbol turns = -1; // counts steps as well, for variables that alternate
  bool isInStep = false;
  VariableSet usedToggles;             // those of `origin`, with the value of the step before
  std::vector<Effects::Deed> silenced; // calls that are left out and do more than compute a value

private:
  const Sources &sources;
  TrustedFunctions trusted;
  Diagnostics &diags;
  std::map<const clang::ValueDecl *, int> carriedNumbers;
  bool hasFailed = false, isTrying = false;
};

} // namespace stencilc::lift
