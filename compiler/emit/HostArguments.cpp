/// \file What the host gives to the functions it launches and calls, as text.
#include "emit/HostArguments.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using namespace kernel;

std::string HostArguments::stepName() const {
  for (const Param &param : function.params)
    if (std::holds_alternative<HostStep>(param.host))
      return variableNames.at(param.var);
  llvm_unreachable("a function of the host has the step");
}

std::string HostArguments::gridName() const {
  for (const auto &[var, name] : variableNames)
    if (module.vars[var].type.kind == Type::Grid)
      return name;
  llvm_unreachable("a function that launches has a grid");
}

std::string HostArguments::given(const Given &value) { return hostValue(value.host, value.type); }

std::string HostArguments::hostValue(const HostValue &value, const Type &type) const {
  const std::string s = stepName();
  const std::string cells = "<" + std::string(typeName(type.scalar)) + ">(";
  return match(
      value, [](const std::monostate &) -> std::string { llvm_unreachable("no host's value"); },
      [&](const HostGrid &) { return gridName(); }, [&](const HostStep &) { return s; },
      [&](const HostRange &) { return s + ".planes()"; },
      [&](const HostUniforms &) { return s + ".uniforms<Uniforms>()"; },
      [&](const HostNumbers &) { return std::string("kNumbers"); },
      [&](const HostRead &n) {
        return s + ".read" + cells + std::to_string(n.field.index) + ", " +
               std::to_string(n.level) + ")";
      },
      [&](const HostWrite &n) {
        const std::string level = n.level > 1 ? ", " + std::to_string(n.level) : "";
        return s + ".write" + cells + std::to_string(n.field.index) + level + ")";
      });
}

std::string HostArguments::hostValues(FunctionId callee, const std::vector<ExprId> &others) {
  std::vector<std::string> all;
  auto other = others.begin();
  for (const Param &param : module.functions[callee].params)
    all.push_back(std::holds_alternative<std::monostate>(param.host)
                      ? text(*other++).text
                      : hostValue(param.host, module.vars[param.var].type));
  return llvm::join(all, ", ");
}

} // namespace stencilc::emit
