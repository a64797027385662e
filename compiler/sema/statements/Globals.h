/// \file Lowers globals, scalars that a time step computes from all cells.
#pragma once

#include "sema/Accesses.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Reads in the reductions of a global (scalar computed in each time step). Each read has the
/// width, in cells at each face, of the layer that the reduction leaves out.
using ReducedReads = std::vector<std::pair<ReadSite, Reach>>;

/// Lowers the statement `global dt = ...;` and stores the value that its name then has. The
/// statement is executed after the stages (update statements) lowered so far. `updated` are the
/// fields whose values at t+1 can be read. Returns the reads in its reductions.
ReducedReads lowerGlobal(Unit &unit, const GlobalPlace &global,
                         const std::set<ir::FieldId> &updated);

/// Declares the globals (scalars computed in each time step) whose value at t-1 can be read, and
/// lowers their initial values. Precondition: no stage (update statement) is lowered yet. Returns
/// the field reads in the reductions that these initial values contain.
ReducedReads lowerKeptStarts(Unit &unit);
/// Warns about each global (scalar computed in each time step) that has an initial value, but is
/// never read at the step before, as in `rr[t-1]`. Precondition: the whole program is lowered.
void warnUnreadKept(Unit &unit);

/// Lowers the condition that ends `repeat` (updates that run several times in a step), after the
/// last stage (update statement) of the repeat. Returns an invalid id after it has reported an
/// error.
ir::ExprId lowerRepeatEnd(Unit &unit, const ast::RepeatStatement &repeat,
                          const std::set<ir::FieldId> &updated, ReducedReads &reads);

/// Returns whether the result of `reduction` is still valid after the stages (update statements)
/// lowered so far. An equal reduction in the source can then use this result.
bool isReducedHere(const Unit &unit, ir::ReductionId reduction);

} // namespace stencilc::sema
