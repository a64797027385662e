/// \file Printer of names, types and expressions of the kernel tree.
#pragma once

#include "emit/Dialect.h"
#include "emit/Spelling.h"
#include "emit/names/Names.h"
#include "kernel/Kernel.h"

namespace stencilc::emit {

/// Names of struct members, by the variable of the kernel tree that is the member.
using MemberNames = std::map<kernel::VarId, std::string>;

/// Printer of the expressions in one function of the kernel tree. Derived classes print statements
/// and values of the program.
class KernelExprs {
public:
  KernelExprs(const kernel::Module &module, const ProgramNames &names,
              const ModuleNames &moduleNames, const Dialect &dialect, const MemberNames &members)
      : module(module), names(names), moduleNames(moduleNames), dialect(dialect),
        scope(moduleNames.scope), variableNames(moduleNames.constants), members(members) {}
  virtual ~KernelExprs() = default;

protected:
  /// C++ text of an expression and its precedence. An operator that binds tighter has the higher
  /// number.
  struct Text {
    std::string text;
    int precedence;
  };
  Text text(kernel::ExprId id);
  /// Returns the text of an expression. It is in parentheses if its operator binds less tightly
  /// than `precedence`.
  static std::string wrapped(const Text &text, int precedence);

  virtual std::vector<std::string> lines(const kernel::Body &body) = 0;
  virtual std::string given(const kernel::HostArgument &value) = 0;
  virtual std::string computed(const kernel::Computed &value) = 0;

  std::string list(const std::vector<kernel::ExprId> &all);
  /// Claims a name for a variable of the kernel tree in the current scope, and returns it.
  std::string claim(kernel::VarId var);

  std::string typeText(const kernel::Type &type);
  /// Returns the text of a type and a name, such as "double *next". The name may be empty.
  std::string typed(const kernel::Type &type, const std::string &name);
  /// Returns the declaration of a parameter or variable as text, without an initial value: "const
  /// Grid &g" or "double (&row)[kCells]".
  std::string declarator(const kernel::Var &var, const std::string &name);
  std::string extentsOf(const kernel::Var &var);
  /// Returns the text of an instance of a class template, such as "stencilc::Staged<double,
  /// kCells>".
  std::string instanceText(const kernel::Instance &instance);

  const kernel::Module &module;
  const ProgramNames &names;
  const ModuleNames &moduleNames;
  const Dialect &dialect;
  Names scope; // names that are visible at the current position of the text
  std::map<kernel::VarId, std::string> variableNames;
  const MemberNames &members;
  bool isMember = false; // whether members of a struct are being declared

private:
  Text face(const kernel::Face &face);
  Text binary(const kernel::Binary &node);
  Text call(const kernel::Call &node);
  Text braced(const kernel::InitList &node);
  Text closure(const kernel::Closure &node);
};

} // namespace stencilc::emit
