/// \file The state of the symbolic execution of a C function: values of names, surrounding loops
/// and calls, and the step built so far.
#pragma once

#include "lift/Bindings.h"
#include "lift/Effects.h"
#include "lift/Origins.h"
#include "lift/Sources.h"
#include "lift/TreeWalk.h"

namespace stencilc::lift {

/// A function call that is being executed: the number of loops around it, and its `return`
/// expression so far.
struct Frame {
  std::size_t loops = 0;
  int choices = 0; // number of `if` statements around the call
  const clang::Expr *returned = nullptr;
};

/// The state of the symbolic execution of one C function (J. C. King, "Symbolic execution and
/// program testing", CACM 1976). All readers share it.
class SymbolicState {
public:
  SymbolicState(clang::ASTContext &context, const Sources &sources, TrustedFunctions trusted,
                Diagnostics &diags)
      : context(context), sources(sources), trusted(std::move(trusted)), diags(diags) {}

  /// Reports the first error; later ones are ignored. After an error the readers go on with dummy
  /// values.
  void fail(clang::SourceLocation at, const diag::Kind<std::string> &kind, const std::string &what,
            llvm::StringRef hint);
  bool isFailed() const { return hasFailed; }

  /// Calls `read`. If it fails, restores the state, reports nothing and returns false; else returns
  /// true. `read` must not add arrays to the array table.
  bool tries(llvm::function_ref<void()> read);

  /// Adds an assumption to the notes of the step, unless it is already there.
  void note(std::string text);

  llvm::SMLoc place(clang::SourceLocation at) const { return sources.place(at); }

  Effects effects(const clang::Stmt &statement) const {
    return effectsOf(statement, context, trusted);
  }

  /// Returns whether the user leaves out all calls of `callee` (`--leave-out`).
  bool isTrusted(const clang::FunctionDecl &callee) const {
    return llvm::is_contained(trusted, callee.getNameAsString());
  }

  /// Makes the value of `name` unknown because of the code at `at`. A later use is reported.
  void lose(const Name &name, clang::SourceLocation at) {
    bindings[name] = {.kind = Binding::Lost, .lostAt = at};
  }

  /// Returns whether the value of `name` is unknown, and reports the use of it at `at` in this
  /// case.
  bool isLost(const Name &name, clang::SourceLocation at);

  /// Reports `expression` if evaluating it changes a variable.
  void checkPure(const clang::Expr &expression);

  /// Returns the binding of `name` if it has one of kind `kind`; else null.
  Binding *find(const Name &name, Binding::Kind kind);

  /// Returns the number of the current loop nest; -1 outside of all loops.
  int nestHere() const { return loops.empty() ? -1 : nest; }

  /// Returns a node for the value that `variable` had at the start of the step or nest. `at` is the
  /// location for messages.
  Value carried(const clang::ValueDecl &variable, clang::SourceLocation at);
  /// Returns whether `value` is the value that `variable` had at the start of the step or nest.
  bool isCarried(const Node &value, const clang::ValueDecl &variable) const;

  /// Adds a local variable with `value` to the current nest, and returns a node that refers to it.
  Value addLocal(std::string name, const Value &value);

  clang::ASTContext &context;
  Step step;
  Origins origin; // what is known so far
  Bindings bindings;
  std::vector<Loop> loops;   // loops over cells around the current statement
  std::vector<Frame> frames; // calls around it
  int choices = 0;           // number of `if` statements around it
  int nest = 0, writes = 0;  // numbers of nests and writes so far
  Polynomial::Symbol time = -1;
  Polynomial::Symbol turns = -1; // number of steps done, for variables that alternate
  bool isInStep = false;
  /// Toggles of `origin` that were read before the step changed them.
  VariableSet usedToggles;
  std::vector<Effects::Deed> silenced; // removed calls that do more than compute a value

private:
  const Sources &sources;
  TrustedFunctions trusted;
  Diagnostics &diags;
  std::map<const clang::ValueDecl *, int> carriedNumbers;
  bool hasFailed = false, isTrying = false;
};

} // namespace stencilc::lift
