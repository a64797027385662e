/// \file The side effects of a C statement: jumps, writes and calls.
#pragma once

#include "lift/read/TreeWalk.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::lift {

/// Names of C functions whose calls do not affect the loops, as users assert with `--leave-out`.
using TrustedFunctions = std::vector<std::string>;

/// An upper bound of the side effects of a C statement. It includes effects of called functions
/// whose bodies are in the file. For other functions, the declaration decides what they may write.
struct Effects {
  struct Deed {
    clang::SourceLocation place;
    std::string what; // a sentence without its end: "'exit' ends the program"
  };

  std::optional<Deed> jump;    // leaves the statement or ends the program
  std::optional<Deed> memory;  // writes array cells, or memory without a known name
  std::optional<Deed> unknown; // calls a function that may write anything
  std::optional<Deed> output;  // calls a library function that does more than compute a value
  /// Variables and members that the statement may change and that are declared outside of it.
  VariableSet written;
};

/// Returns an upper bound of the side effects of executing `statement`. Calls of functions in
/// `trusted` count as calls without side effects.
Effects effectsOf(const clang::Stmt &statement, const clang::ASTContext &context,
                  const TrustedFunctions &trusted);

/// Returns true if the body of `callee` is in the C file, or in a header of the user that it
/// includes. A body in a system header does not count.
bool isShown(const clang::FunctionDecl &callee, const clang::ASTContext &context);

/// Returns true if `call` calls a virtual method that a derived class may override. Its executed
/// body is then unknown.
bool isDispatched(const clang::CallExpr &call);

} // namespace stencilc::lift
