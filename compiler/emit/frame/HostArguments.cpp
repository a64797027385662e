/// \file Printer of the arguments that host code passes to kernels and to host functions.
#include "emit/frame/HostArguments.h"
#include "emit/frame/HostText.h"
#include "kernel/Walk.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using namespace kernel;

std::string HostArguments::hostName() const {
  for (const Param &param : function.params)
    if (std::holds_alternative<HostStep>(param.host))
      return variableNames.at(param.var);
  llvm_unreachable("a function of the host has the step, or the check");
}

std::set<VarId> HostArguments::usedVars() const {
  std::set<VarId> used = varsIn(module, function.body);
  forEachStmt(module, function.body, [&](StmtId id) {
    if (std::holds_alternative<Launch>(module.stmts[id].node) ||
        std::holds_alternative<HostCall>(module.stmts[id].node))
      for (const Param &param : function.params)
        used.insert(param.var);
  });
  forEachExprBelow(module, function.body, [&](ExprId id) {
    if (std::holds_alternative<HostArgument>(module.exprs[id]))
      for (const Param &param : function.params)
        if (std::holds_alternative<HostStep>(param.host))
          used.insert(param.var);
  });
  return used;
}

std::string HostArguments::gridName() const {
  for (const auto &[var, name] : variableNames)
    if (module.vars[var].type.kind == Type::Grid)
      return name;
  return "";
}

std::string HostArguments::given(const HostArgument &value) {
  return hostValue(value.host, value.type);
}

std::string HostArguments::hostValue(const HostValue &value, const Type &type) const {
  return hostText(value, type, hostName(), gridName());
}

std::string HostArguments::hostValues(FunctionId callee, const std::vector<ExprId> &others) {
  std::vector<std::string> all;
  auto other = others.begin();
  for (const Param &param : module.functions[callee].params)
    if (!std::holds_alternative<HostPartials>(param.host))
      all.push_back(std::holds_alternative<std::monostate>(param.host)
                        ? text(*other++).text
                        : hostValue(param.host, module.vars[param.var].type));
  return llvm::join(all, ", ");
}

} // namespace stencilc::emit
