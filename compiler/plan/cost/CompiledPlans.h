/// \file Plans whose kernels are in the built-in table of measured compilations
/// (machine/CompiledShapes.h).
#pragma once

#include "analysis/Facts.h"
#include "machine/CompiledShapes.h"
#include "plan/search/Planner.h"
#include <utility>
#include <vector>

namespace stencilc::plan {

/// Returns the table entries of `schedule` for programs with the same updates, in the order of the
/// table, with the options of each entry. Names and coefficients of programs do not matter. Entries
/// with an option that no longer exists are left out.
std::vector<std::pair<ScheduleRequest, const machine::CompiledShape *>>
compiledPlans(const analysis::Facts &facts, llvm::StringRef schedule);

} // namespace stencilc::plan
