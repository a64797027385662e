/// \file The pass ownFaces: treats faces that adjoin another device's part of the domain as inner
/// cells.
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"

namespace stencilc::kernel {

Module ownFaces(Module module, const OwnFaces &own) {
  for (FunctionId function : module.functions.ids())
    rewrite(module, function, [&](const Expr &expr) -> std::optional<ExprId> {
      const auto *face = std::get_if<Face>(&expr);
      if (!face || (face->side == Side::Low ? own.low : own.high)[face->axis])
        return {};
      return module.integer(face->isInside);
    });
  return module;
}

} // namespace stencilc::kernel
