/// \file Checks the targets of updates, and the repeats around them.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the target of an update as written, with `index` in place of its shifts.
std::string targetWith(const Unit &unit, const ast::UpdateStatement &update, llvm::StringRef index);
/// Returns the target as written, or `u[t+1]` if it has no index.
std::string targetText(const Unit &unit, const ast::UpdateStatement &update);

/// Returns the field of the IR that each of `unit.updates` computes, or nullopt after a report.
std::vector<std::optional<ir::FieldId>> resolveTargets(Unit &unit);

/// Checks all repeats and returns their numbers of iterations.
std::map<const ast::RepeatStatement *, std::int64_t> checkRepeats(Unit &unit);

} // namespace stencilc::sema
