/// \file Names, types and expressions of the kernel tree as text.
#pragma once

#include "emit/Dialect.h"
#include "emit/Names.h"
#include "emit/Spelling.h"
#include "kernel/Kernel.h"

namespace stencilc::emit {

/// What members of structs are called.
using MemberNames = std::map<kernel::VarId, std::string>;

/// Within one function. What bodies are, and how values of the program are computed, comes from
/// what prints statements.
class KernelExprs {
public:
  KernelExprs(const kernel::Module &module, const ProgramNames &names,
              const ModuleNames &moduleNames, const Dialect &dialect, const MemberNames &members)
      : module(module), names(names), moduleNames(moduleNames), dialect(dialect),
        scope(moduleNames.scope), variableNames(moduleNames.constants), members(members) {}
  virtual ~KernelExprs() = default;

protected:
  /// What binds tighter has the higher precedence.
  struct Text {
    std::string text;
    int precedence;
  };
  Text text(kernel::ExprId id);
  /// In parentheses where it binds less than `precedence`.
  static std::string wrapped(const Text &text, int precedence);

  virtual std::vector<std::string> lines(const kernel::Body &body) = 0;
  virtual std::string given(const kernel::Given &value) = 0;
  virtual std::string computed(const kernel::Computed &value) = 0;

  std::string list(const std::vector<kernel::ExprId> &all);
  /// The name a variable has from here on.
  std::string claim(kernel::VarId var);

  std::string typeText(const kernel::Type &type);
  /// A type before a name, which may be empty: "double *next".
  std::string typed(const kernel::Type &type, const std::string &name);
  /// A parameter, or a variable before its value: "const Grid &g", "double (&row)[kCells]".
  std::string declarator(const kernel::Var &var, const std::string &name);
  std::string extentsOf(const kernel::Var &var);
  /// "stencilc::Staged<double, kCells>"
  std::string instanceText(const kernel::Instance &instance);

  const kernel::Module &module;
  const ProgramNames &names;
  const ModuleNames &moduleNames;
  const Dialect &dialect;
  Names scope; // where the text stands
  std::map<kernel::VarId, std::string> variableNames;
  const MemberNames &members;
  bool isMember = false; // whether members of a struct are being declared

private:
  Text face(const kernel::Face &face);
  Text binary(const kernel::Binary &node);
  Text call(const kernel::Call &node);
  Text braced(const kernel::Braced &node);
  Text closure(const kernel::Closure &node);
};

} // namespace stencilc::emit
