/// \file The pass shareStrides: makes all views (pointer and strides of a field) of one type use
/// one set of strides.
#include "kernel/passes/Passes.h"
#include <map>

namespace stencilc::kernel {

/// Smallest number of views (pointer and strides of a field) of one type that share strides. Two
/// views gain nothing, and a kernel limited to 40 registers then needed local memory.
constexpr std::size_t kLeastViews = 3;

static bool isView(const Type &type) {
  return type.kind == Type::View || type.kind == Type::ReadOnlyView;
}

/// Returns the parameters of a kernel that are views (pointer and strides of a field), by storage
/// type and in the order of the parameters.
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
