/// \file Lowers globals, scalars that a time step computes from all cells.
#pragma once

#include "sema/Accesses.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Reads in the reductions of a global, each with the width of the layer at the faces that its
/// reduction leaves out.
using ReducedReads = std::vector<std::pair<ReadSite, Reach>>;

/// Lowers the statement `global dt = ...;` after the stages that exist so far, and records the
/// value of its name. `updated`: the fields whose t+1 can be read.
ReducedReads lowerGlobal(Unit &unit, const GlobalPlace &global,
                         const std::set<ir::FieldId> &updated);

/// Declares the globals whose value is carried from one time step to the next, and lowers their
/// initial values. Must run before any stage is lowered. Returns the reads in reductions of these
/// initial values.
ReducedReads lowerKeptStarts(Unit &unit);
/// Warns about globals with an initial value whose previous value, such as `rr[t-1]`, is never
/// read. Must run after all lowering.
void warnUnreadKept(Unit &unit);

/// Lowers the condition that ends `repeat`, after the last stage in it. Returns an invalid id after
/// it has reported an error.
ir::ExprId lowerRepeatEnd(Unit &unit, const ast::RepeatStatement &repeat,
                          const std::set<ir::FieldId> &updated, ReducedReads &reads);

/// Returns whether the result of an existing reduction is valid after the stages lowered so far, so
/// that an equal reduction can share it.
bool isReducedHere(const Unit &unit, ir::ReductionId reduction);

} // namespace stencilc::sema
