/// \file Boundaries with computed ghost cells: `mirror(-1)`, `face`, `slope`, `extrapolate` and
/// `from`. Their values become part of the updates that read them, because boundaries of the IR
/// only repeat cells or give a fixed value.
///
/// A read that may leave the grid through such a face becomes `select(the cell is at the face, the
/// ghost's value, the read)`. The order of operations in the ghost's value is chosen separately
/// (canonical arithmetic), like that of an update. This value is converted once to the field's
/// storage type. The arithmetic of the reading expression therefore does not depend on the
/// boundary, and cells away from faces get the same bits with any boundary.
#pragma once

#include "sema/Expressions.h"
#include "syntax/Ast.h"

namespace stencilc::sema {

/// Lowers a `boundary` item that computes ghost cells (beyond the grid). Returns the rule for their
/// values, and the boundary condition, copy or mirror, that the IR has at these faces. Returns
/// nullopt after it has reported an error. `lowering` lowers the item's arguments. `place` has the
/// displacement from the updated cell and the index variables with which they are evaluated.
std::optional<std::pair<GhostRule, ir::BoundaryKind>>
lowerGhostRule(Unit &unit, Lowering &lowering, const ast::BoundaryItem &item, const UseSite &place);
/// Returns whether the boundary with the name `kind` computes values of ghost cells (beyond the
/// grid): `face`, `slope`, `extrapolate` or `from`.
bool isGhostRule(llvm::StringRef kind);

/// Checks the values in all boundaries that compute ghost cells (beyond the grid), also if no read
/// reaches these cells.
void checkGhostRules(Unit &unit);

/// Adds to `unit.ghosts` the ghost cells (beyond the grid) that the reads of `lowering` reach.
/// Returns the further reads in the values of these ghost cells.
std::vector<ReadSite> lowerGhosts(Unit &unit, Lowering &lowering);

/// Reports ghost cells (beyond the grid) whose value depends on themselves.
void checkGhostCycles(Unit &unit);

/// Makes the last cell of the grid along `axis` a ghost cell (beyond the field) if the declared
/// field has no value there. Adds a rule to the high face, by which this cell gets the value of the
/// boundary `item`. Faces that have a rule or `keep`, and other fields, stay as they are.
void addPlainRules(Unit &unit, const DeclaredField &declared, int axis,
                   const ast::BoundaryItem &item);

/// Replaces each read that reaches computed ghost cells (beyond the grid) by a selection between
/// the read and the value of the ghost cell. Precondition: the last stages (update statements) of
/// `program` compute `ghosts.values`, in order. These stages are removed.
ir::Program fillGhosts(ir::Program program, const GhostTable &ghosts);

} // namespace stencilc::sema
