/// \file Boundaries whose ghost cells are computed: `mirror(-1)`, `face`, `slope`, `extrapolate`
/// and `from`. They become part of the updates that read them; the IR knows faces that repeat
/// cells.
///
/// A read that may leave the grid through such a face becomes `select(the cell is at the face, the
/// ghost's value, the read)`. The value is brought into canonical arithmetic by itself, as that of
/// an update of its own, and converted once to the field's storage type; so the arithmetic of what
/// reads it does not depend on the boundary, and cells away from faces get the same bits under
/// each.
#pragma once

#include "sema/Expressions.h"
#include "syntax/Ast.h"

namespace stencilc::sema {

/// What the item says, and the boundary of the IR that reads go by beyond its faces; nothing after
/// a report. `lowering` is for values of boundaries, which have their meaning at `place`.
std::optional<std::pair<GhostRule, ir::BoundaryKind>>
lowerGhostRule(Unit &unit, Lowering &lowering, const ast::BoundaryItem &item, const UseSite &place);
/// Whether boundaries of this kind are of this file.
bool isGhostRule(llvm::StringRef kind);

/// Checks what `from` reads, whether or not anything reads beyond its faces.
void checkGhostRules(Unit &unit);

/// Adds to `unit.ghosts` what the reads that `lowering` has made meet beyond faces, and returns
/// what that reads in turn.
std::vector<ReadSite> lowerGhosts(Unit &unit, Lowering &lowering);

/// How far cells are apart along an axis, if the source says so.
std::optional<double> spacingAlong(const Unit &unit, int axis);

/// The level of a read for which the axes before `firstAxis` were looked at, from something with
/// one value more than cells along `faces`, of a cell `inside` along some (GhostKey); what such a
/// read is.
int rawLevel(int level, int firstAxis, unsigned faces, unsigned inside, unsigned resolved);
GhostKey ghostKeyOf(const ir::Read &read);

/// Reports ghost cells that need themselves.
void checkGhostCycles(Unit &unit);

/// Along axes where some fields have one value more than cells, the last cell of the kernels' grid
/// is none of the others: what these have beyond their last cell becomes a rule. Keeps faces of the
/// IR that say something else.
void addPlainRules(Unit &unit, const DeclaredField &declared, int axis,
                   const ast::BoundaryItem &item);

/// Puts the values of ghost cells into what reads them. The last stages of the program are those of
/// `ghosts.values` in their order; they go.
ir::Program fillGhosts(ir::Program program, const GhostTable &ghosts);

} // namespace stencilc::sema
