/// \file What the host gives to the functions it launches and calls, as text.
#pragma once

#include "emit/KernelExprs.h"

namespace stencilc::emit {

/// Within one function, whose parameters say what it has of a step.
class HostArguments : public KernelExprs {
public:
  HostArguments(const kernel::Module &module, const ProgramNames &names,
                const ModuleNames &moduleNames, const Dialect &dialect, const MemberNames &members,
                const kernel::Function &function)
      : KernelExprs(module, names, moduleNames, dialect, members), function(function) {}

protected:
  /// The name of the parameter that hands over what the host has.
  std::string hostName() const;
  /// The variables that the body names. What launches and calls of the host take from parameters is
  /// not looked at: such functions name all of theirs.
  std::set<kernel::VarId> usedVars() const;
  std::string given(const kernel::Given &value) override;
  /// What parameters of the callee say; those that say nothing take the next of `others`.
  std::string hostValues(kernel::FunctionId callee, const std::vector<kernel::ExprId> &others = {});

  const kernel::Function &function;

private:
  /// The grid as a function calls it that has it in a variable; empty where none has.
  std::string gridName() const;
  std::string hostValue(const kernel::HostValue &value, const kernel::Type &type) const;
};

} // namespace stencilc::emit
