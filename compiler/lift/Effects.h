/// \file What a part of a C program may do beside computing a value: jump, write, call.
#pragma once

#include "lift/TreeWalk.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::lift {

/// Names of functions that the user declares to be without effect on the loops (`--leave-out`).
using TrustedFunctions = std::vector<std::string>;

/// Upper bound of what a statement may do. Bodies that the file shows are looked into; of other
/// functions, their declarations say what they may write.
struct Effects {
  struct Deed {
    clang::SourceLocation place;
    std::string what; // a sentence without its end: "'exit' ends the program"
  };

  std::optional<Deed> jump;    // leaves the statement, or ends the program
  std::optional<Deed> memory;  // writes cells, or what no name stands for
  std::optional<Deed> unknown; // calls a function that may write anything
  std::optional<Deed> output;  // calls a library function that more than computes a value
  VariableSet written;         // variables and members that are declared outside of the statement
};

/// Returns the effects of carrying out `statement`.
Effects effectsOf(const clang::Stmt &statement, const clang::ASTContext &context,
                  const TrustedFunctions &trusted);

/// Whether the body that `callee` has is shown by the file, as bodies in system headers are not.
bool isShown(const clang::FunctionDecl &callee, const clang::ASTContext &context);

/// Whether a call runs the body of another class than its declared one, or may do so.
bool isDispatched(const clang::CallExpr &call);

} // namespace stencilc::lift
