/// \file The state of the symbolic execution of a C function: values of names, surrounding loops
/// and calls, and the step built so far.
#pragma once

#include "lift/Sources.h"
#include "lift/effects/Effects.h"
#include "lift/grid/Origins.h"
#include "lift/read/Bindings.h"
#include "lift/read/TreeWalk.h"

namespace stencilc::lift {

/// A function call that is being executed, with the number of loops around it. It also holds the
/// expression that the function returns, as soon as it is known.
struct Frame {
  std::size_t loops = 0;
  int choices =
      0; // number of `if` statements around the call, or around the part after an early return
  const clang::Stmt *body = nullptr;
  const clang::Expr *returned = nullptr;
  bool hasReturned = false; // nothing after it is carried out
};

/// The state of the symbolic execution of one C function, shared by all readers. Method: J. C.
/// King, "Symbolic execution and program testing", CACM 1976.
class SymbolicState {
public:
  SymbolicState(clang::ASTContext &context, const Sources &sources, TrustedFunctions trusted,
                Diagnostics &diags)
      : context(context), sources(sources), trusted(std::move(trusted)), diags(diags) {}

  /// Reports the first error in the C code; later ones are ignored. The readers continue with dummy
  /// values.
  void fail(clang::SourceLocation at, const diag::Kind<std::string> &kind, const std::string &what,
            llvm::StringRef hint);
  bool isFailed() const { return hasFailed; }

  /// Calls `read` and returns true if it succeeds. After a failure, restores the state without a
  /// message and returns false. Precondition: `read` uses only arrays that are already in the step,
  /// because the list of known arrays is not restored.
  bool tries(llvm::function_ref<void()> read);

  /// Adds `text`, an assumption of the lifter, to the list of notes that the user gets about the
  /// time step. Adds each text only once.
  void note(std::string text);

  llvm::SMLoc place(clang::SourceLocation at) const { return sources.place(at); }

  Effects effects(const clang::Stmt &statement) const {
    return effectsOf(statement, context, trusted);
  }

  /// Returns true if the user asked to leave out all calls of `callee` (option `--leave-out`).
  bool isTrusted(const clang::FunctionDecl &callee) const {
    return llvm::is_contained(trusted, callee.getNameAsString());
  }

  /// Makes the value of the variable `name` unknown. `at` is the code that causes this. A later use
  /// of the variable is reported.
  void lose(const Name &name, clang::SourceLocation at) {
    bindings[name] = {.kind = Binding::Lost, .lostAt = at};
  }

  /// Returns true, and reports the use at `at`, if the value of the variable `name` is unknown.
  bool isLost(const Name &name, clang::SourceLocation at);

  /// Reports `expression` if evaluating it changes a variable.
  void checkPure(const clang::Expr &expression);

  /// Returns the value to which the variable `name` is bound if it is of the kind `kind`. Returns
  /// null otherwise.
  Binding *find(const Name &name, Binding::Kind kind);

  /// Returns the number of the loop nest around the current statement, or -1 outside of all loops
  /// over cells.
  int nestHere() const { return loops.empty() ? -1 : nest; }

  /// Returns a symbol for the value that `variable` had at the start of the time step, or of the
  /// loop nest if inside one. `at` is the location for messages.
  Value carried(const clang::ValueDecl &variable, clang::SourceLocation at);
  /// Returns true if `value` is the symbol for the value that `variable` had at the start of the
  /// time step, or of the loop nest if inside one.
  bool isCarried(const Node &value, const clang::ValueDecl &variable) const;

  /// Adds a local variable to the current loop nest, and returns a node that refers to it. The
  /// variable becomes a `let` in the .stencil program.
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
  /// Numbers of elements that local pointers and vectors have been given before the loop over time.
  std::map<const clang::ValueDecl *, Polynomial> allocated;
  /// Variables that alternate between two values (`cur = 1 - cur`), if they were read before the
  /// step changed them.
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
