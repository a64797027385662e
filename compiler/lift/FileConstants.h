/// \file Values that the file tells although they are no constants of C: variables that nothing
/// changes, and what the only caller passes.
#pragma once

#include "lift/TreeWalk.h"

namespace stencilc::lift {

class FileConstants {
public:
  explicit FileConstants(const clang::ASTContext &context) : context(context) {}

  /// Whether the variable holds its initial value wherever this file can see it.
  bool isNeverChanged(const clang::VarDecl &variable);

  /// Whether no function of this file changes the variable.
  bool isKept(const clang::VarDecl &variable);

  /// What all callers of the file pass for the parameters of `function`, by name, as the language
  /// writes it.
  std::map<std::string, std::string> callerValues(const clang::FunctionDecl &function);

private:
  const VariableSet &changedHere();
  std::optional<std::string> argumentValue(const clang::Expr *argument);

  const clang::ASTContext &context;
  std::optional<VariableSet> changed; // variables of the file that are more than read
};

/// The variable whose element or value `expression` reads, if the read can change nothing; adds the
/// indices of the element, innermost first.
const clang::Expr *rootOfRead(const clang::Expr *expression,
                              std::vector<const clang::Expr *> &indices);

} // namespace stencilc::lift
