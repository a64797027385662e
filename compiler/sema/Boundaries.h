/// \file Lowers boundaries of fields: which item applies to each face, and what it means there.
#pragma once

#include "sema/Expressions.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Sets the boundary of every face of every field. Later items override earlier ones on the faces
/// that they name. An item without faces applies to all faces, and `elsewhere` to those that no
/// other item names. Reports unknown kinds and axes, wrong arguments, axes that are periodic on one
/// side only, and items without effect.
void lowerBoundaries(Unit &unit);

/// Returns the layer of cells that a stage leaves unchanged, because their update would read beyond
/// a face with the boundary `keep`. `reads`: the reads of the stage. `faces`: as SeenFrom::faces.
Reach frozenLayerOf(const ir::Program &program, const std::vector<ReadSite> &reads, unsigned faces);

/// Reports reads that leave the grid through a face without boundary, once for each field. `reads`
/// holds the reads of all stages, each with the frozen layer of its stage, whose cells read
/// nothing.
void checkReadsInsideGrid(Unit &unit, const std::vector<std::pair<ReadSite, Reach>> &reads);

} // namespace stencilc::sema
