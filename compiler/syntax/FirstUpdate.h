/// \file Where the updates of a source begin.
#pragma once

#include "syntax/Ast.h"

namespace stencilc::ast {

/// The first update in `statements` or in their loops; null if there is none.
inline const UpdateStatement *firstUpdate(const std::vector<Statement> &statements) {
  for (const Statement &statement : statements) {
    if (const auto *update = std::get_if<UpdateStatement>(&statement.node))
      return update;
    if (const auto *loop = std::get_if<ForStatement>(&statement.node))
      if (const UpdateStatement *const update = firstUpdate(loop->body))
        return update;
  }
  return nullptr;
}

/// Where the first update of the source stands; the stencil's name if it has none.
inline llvm::SMRange firstUpdate(const Stencil &stencil) {
  const UpdateStatement *const update = firstUpdate(stencil.statements);
  return update ? update->targetRange : stencil.name.range;
}

} // namespace stencilc::ast
