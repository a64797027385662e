/// \file Values that the C file determines although they are no constants of C: variables that no
/// code changes, and arguments that all callers pass.
#pragma once

#include "lift/read/TreeWalk.h"

namespace stencilc::lift {

/// Finder of values that the C file determines although they are no constants of C.
class FileConstants {
public:
  explicit FileConstants(const clang::ASTContext &context) : context(context) {}

  /// Returns true if `variable` always has its initial value. Such a variable is `const`, or no
  /// function of this file changes it and no other file can.
  bool isNeverChanged(const clang::VarDecl &variable);

  /// Returns true if `variable` is `const` or no function of this file changes it.
  bool isKept(const clang::VarDecl &variable);

  /// Returns the values that all calls of `function` in this file pass, by the name of the
  /// parameter and as text of the stencil language. Parameters with unknown or different values are
  /// missing.
  std::map<std::string, std::string> callerValues(const clang::FunctionDecl &function);

private:
  const VariableSet &changedHere();
  std::optional<std::string> argumentValue(const clang::Expr *argument);

  const clang::ASTContext &context;
  std::optional<VariableSet> changed; // variables that some function of the file may change
};

/// Returns the array or variable that a plain read such as `a[i][j]` names, or null if `expression`
/// is no plain read. Appends the subscripts to `indices`, from right to left: `j`, then `i`.
const clang::Expr *rootOfRead(const clang::Expr *expression,
                              std::vector<const clang::Expr *> &indices);

} // namespace stencilc::lift
