/// \file Lowers globals: scalars that a step computes from all cells.
#pragma once

#include "sema/Accesses.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Reads of a lowered global, each with the layer of cells that its reduction leaves out.
using ReducedReads = std::vector<std::pair<ReadSite, Reach>>;

/// Lowers `global dt = ...;` after the stages that exist so far, and records the value of `dt`.
/// `updated`: the fields whose t+1 can be read.
ReducedReads lowerGlobal(Unit &unit, const GlobalPlace &global,
                         const std::set<ir::FieldId> &updated);

/// Declares the globals that are carried from step to step, and lowers their initial values. Must
/// run before any stage is lowered.
ReducedReads lowerKeptStarts(Unit &unit);
/// Warns about carried globals whose earlier value is never read. Must run after all lowering.
void warnUnreadKept(Unit &unit);

/// Lowers the condition that ends the current repeat, after its last stage. Returns an invalid id
/// after a report.
ir::ExprId lowerRepeatEnd(Unit &unit, const ast::RepeatStatement &repeat,
                          const std::set<ir::FieldId> &updated, ReducedReads &reads);

/// Returns whether the result of a reduction is valid at the current place of the step, so that an
/// equal reduction can share it.
bool isReducedHere(const Unit &unit, ir::ReductionId reduction);

} // namespace stencilc::sema
