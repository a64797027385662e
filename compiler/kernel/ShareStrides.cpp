/// \file The pass shareStrides: makes all views of a type use one set of strides.
#include "kernel/Passes.h"
#include <map>

namespace stencilc::kernel {

/// Smallest number of views of a type for which shared strides pay. With two views there is no
/// gain, and a kernel with 40 registers spilled one.
constexpr std::size_t kLeastViews = 3;

static bool isView(const Type &type) {
  return type.kind == Type::View || type.kind == Type::ReadOnlyView;
}

/// Returns the views among a kernel's parameters by storage type, in the order of the parameters.
static std::map<ir::ScalarType, std::vector<ExprId>> viewsOf(Module &module,
                                                             const Function &kernel) {
  std::map<ir::ScalarType, std::vector<ExprId>> views;
  for (const Param &param : kernel.params)
    if (const Type &type = module.vars[param.var].type; isView(type))
      views[type.scalar].push_back(module.use(param.var));
  return views;
}

Module shareStrides(Module module) {
  for (FunctionId id : module.order) {
    Function &function = module.functions[id];
    if (function.kind != Kind::Kernel)
      continue;
    Body body;
    for (const auto &[type, views] : viewsOf(module, function))
      if (views.size() >= kLeastViews)
        body.push_back(
            module.stmts.add(Stmt{Do{module.make(Call{Primitive::ShareStrides, {}, views})}}));
    function.body.insert(function.body.begin(), body.begin(), body.end());
  }
  return module;
}

} // namespace stencilc::kernel
