/// \file Boundaries of fields: which item decides each face, and what it means there.
#pragma once

#include "sema/Expressions.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Decides every face of every field: later items override earlier ones on the faces they name,
/// an item without faces names all of them, and `elsewhere` takes those no item names. Reports
/// unknown kinds and axes, wrong arguments, an axis that is periodic on one side, and items that
/// decide nothing.
void lowerBoundaries(Unit &unit);

/// Cells of a stage that are not updated, because their update would read a field beyond a face
/// where it has the boundary `keep`.
/// `faces`: as GhostKey::faces.
Reach frozenLayerOf(const ir::Program &program, const std::vector<ReadSite> &reads, unsigned faces);

/// Reports reads that leave the grid through a face without boundary, once for each field. `reads`
/// are those of all stages, with the frozen layer of the stage: its cells read nothing.
void checkReadsInsideGrid(Unit &unit, const std::vector<std::pair<ReadSite, Reach>> &reads);

} // namespace stencilc::sema
