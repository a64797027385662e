/// \file Boundaries with computed ghost cells: `mirror(-1)`, `face`, `slope`, `extrapolate` and
/// `from`. Their values become part of the updates that read them, because boundaries of the IR
/// only repeat cells or give a fixed value.
///
/// A read that may leave the grid through such a face becomes `select(the cell is at the face, the
/// ghost's value, the read)`. The ghost's value is made canonical separately, like that of an
/// update, and converted once to the field's storage type. The arithmetic of the reading expression
/// therefore does not depend on the boundary, and cells away from faces get the same bits with any
/// boundary.
#pragma once

#include "sema/Expressions.h"
#include "syntax/Ast.h"

namespace stencilc::sema {

/// Returns the rule by which a `boundary` item computes ghost cells, and the boundary kind that the
/// IR uses for reads beyond its faces. Returns nullopt after it has reported an error. `lowering`
/// lowers the values in the item, used at `place`.
std::optional<std::pair<GhostRule, ir::BoundaryKind>>
lowerGhostRule(Unit &unit, Lowering &lowering, const ast::BoundaryItem &item, const UseSite &place);
/// Returns whether the boundary called `kind` computes ghost cells: `face`, `slope`, `extrapolate`
/// or `from`.
bool isGhostRule(llvm::StringRef kind);

/// Checks the values in all boundaries that compute ghost cells, even if no read reaches beyond
/// their faces.
void checkGhostRules(Unit &unit);

/// Adds to `unit.ghosts` the ghost cells that the reads of `lowering` reach. Returns the reads that
/// are needed to compute these ghost cells.
std::vector<ReadSite> lowerGhosts(Unit &unit, Lowering &lowering);

/// Reports ghost cells whose value depends on themselves.
void checkGhostCycles(Unit &unit);

/// Adds a ghost cell rule for the high face of a field that lacks the grid's last cell along
/// `axis`. The grid has this cell because other fields have one value more than there are cells.
/// Faces with a rule and faces with `keep` do not change.
void addPlainRules(Unit &unit, const DeclaredField &declared, int axis,
                   const ast::BoundaryItem &item);

/// Replaces reads that reach ghost cells by selections between the read and the ghost cells'
/// values. Precondition: the last stages of `program` hold `ghosts.values`, in order. The function
/// removes these stages.
ir::Program fillGhosts(ir::Program program, const GhostTable &ghosts);

} // namespace stencilc::sema
