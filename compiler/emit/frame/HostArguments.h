/// \file Printer of the arguments that host code passes to kernels and to host functions.
#pragma once

#include "emit/KernelExprs.h"

namespace stencilc::emit {

/// Printer of the arguments of calls in one host function. A parameter may have a HostValue
/// (kernel/build/HostValue.h), which names the value of the current time step that it gets.
class HostArguments : public KernelExprs {
public:
  HostArguments(const kernel::Module &module, const ProgramNames &names,
                const ModuleNames &moduleNames, const Dialect &dialect, const MemberNames &members,
                const kernel::Function &function)
      : KernelExprs(module, names, moduleNames, dialect, members), function(function) {}

protected:
  /// Returns the name of the parameter for the current time step, or for the current evaluation of
  /// reports and stopping conditions. The printed text reads host values from it.
  std::string hostName() const;
  /// Returns the variables that the body of the function uses. In a function that launches kernels
  /// or calls host functions, all parameters count as used.
  std::set<kernel::VarId> usedVars() const;
  std::string given(const kernel::HostArgument &value) override;
  /// Returns the text of the arguments in a call of `callee`. A parameter with a HostValue gets
  /// that value of the time step. The remaining parameters get the expressions `others`, in order.
  std::string hostValues(kernel::FunctionId callee, const std::vector<kernel::ExprId> &others = {});

  const kernel::Function &function;

private:
  /// Returns the name of the variable that holds the grid, or "" if the function has none.
  std::string gridName() const;
  std::string hostValue(const kernel::HostValue &value, const kernel::Type &type) const;
};

} // namespace stencilc::emit
