/// \file Checks the targets of updates, and the repeats around them.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the target of an update as in the source, but with the text `index` in place of the time
/// and offsets in its brackets.
std::string targetWith(const Unit &unit, const ast::UpdateStatement &update, llvm::StringRef index);
/// Returns the target of an update as in the source, or `u[t+1]` if it has no index.
std::string targetText(const Unit &unit, const ast::UpdateStatement &update);

/// Returns the IR field that each of `unit.updates` computes, or nullopt for an update with an
/// error.
std::vector<std::optional<ir::FieldId>> resolveTargets(Unit &unit);

/// Checks all `repeat` statements and returns their numbers of iterations, 1 for those with errors.
std::map<const ast::RepeatStatement *, std::int64_t> checkRepeats(Unit &unit);

} // namespace stencilc::sema
