/// \file Finds the first update of a program, so that messages can point to it.
#pragma once

#include "syntax/Ast.h"

namespace stencilc::ast {

/// Returns the first update in `statements`, or null if there is none. Updates in the bodies of
/// loops are found, too.
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

/// Returns the source range of the left-hand side of the first update, or of the stencil's name if
/// there is no update.
inline llvm::SMRange firstUpdate(const Stencil &stencil) {
  const UpdateStatement *const update = firstUpdate(stencil.statements);
  return update ? update->targetRange : stencil.name.range;
}

} // namespace stencilc::ast
