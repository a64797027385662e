/// \file What updates compute: the checks of their targets, and of the repeats around them.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// The target of an update as it is written, with another index in place of its shifts.
std::string targetWith(const Unit &unit, const ast::UpdateStatement &update, llvm::StringRef index);
/// The target as it is written; `u[t+1]` where an index is missing.
std::string targetText(const Unit &unit, const ast::UpdateStatement &update);

/// The fields of the IR computed by `unit.updates`, one for each (nothing where it is wrong).
std::vector<std::optional<ir::FieldId>> resolveTargets(Unit &unit);

/// Checks all repeats; how many iterations each has.
std::map<const ast::RepeatStatement *, std::int64_t> checkRepeats(Unit &unit);

} // namespace stencilc::sema
