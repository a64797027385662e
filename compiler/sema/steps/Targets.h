/// \file Checks the left sides of updates, such as `u[t+1]`, and the `repeat` statements around
/// updates.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the target of an update as in the source, with `index` in place of time and offsets in
/// its brackets.
std::string targetWith(const Unit &unit, const ast::UpdateStatement &update, llvm::StringRef index);
/// Returns the target of an update as in the source, or `u[t+1]` if it has no index.
std::string targetText(const Unit &unit, const ast::UpdateStatement &update);

/// Returns the IR field that each of `unit.updates` computes. The result has nullopt for an update
/// with an error.
std::vector<std::optional<ir::FieldId>> resolveTargets(Unit &unit);

/// Checks all `repeat` statements and returns the number of iterations of each. The number is 1 for
/// a statement with an error.
std::map<const ast::RepeatStatement *, std::int64_t> checkRepeats(Unit &unit);

} // namespace stencilc::sema
