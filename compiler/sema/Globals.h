/// \file Numbers of the whole grid that a step finds on its way.
#pragma once

#include "sema/Accesses.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// What lowering one of them reads, with the cells that its reductions leave out.
using ReducedReads = std::vector<std::pair<ReadSite, Reach>>;

/// Lowers `global dt = ...;` behind the stages that are there now, and notes what `dt` stands for.
/// `updated` are the fields whose t+1 may be read.
ReducedReads lowerGlobal(Unit &unit, const GlobalPlace &global,
                         const std::set<ir::FieldId> &updated);

/// Declares the numbers that are kept from step to step, and lowers what they begin with. Runs
/// before anything of a step is lowered.
ReducedReads lowerKeptStarts(Unit &unit);
/// Warns about those that nothing reads, once all is lowered.
void warnUnreadKept(Unit &unit);

/// Lowers the condition that ends the repeat being lowered, behind its last stage; invalid after a
/// report.
ir::ExprId lowerRepeatEnd(Unit &unit, const ast::RepeatStatement &repeat,
                          const std::set<ir::FieldId> &updated, ReducedReads &reads);

/// Whether what a reduction found is what it would find here: at the same place in the step, or
/// behind it.
bool isReducedHere(const Unit &unit, ir::ReductionId reduction);

} // namespace stencilc::sema
