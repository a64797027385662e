/// \file Lowers boundaries of fields: finds the `boundary` item that applies to each face, and sets
/// the boundary of the face.
#pragma once

#include "sema/Expressions.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Sets the boundary of every face of every field. Later `boundary` items override earlier ones on
/// the faces that they name. An item without faces applies to all faces, and one with `elsewhere`
/// to the faces that no other item names. Reports unknown kinds and axes, wrong arguments, axes
/// that are periodic on one side only, and items without effect.
void lowerBoundaries(Unit &unit);

/// Returns the width, in cells at each face, of the frozen layer of a stage (update statement). Its
/// cells are not updated, because they would read beyond a face with the boundary `keep`. `reads`
/// are all reads of the stage. `faces` is a bit mask of axes along which the updated field has one
/// value more than there are cells.
Reach frozenLayerOf(const ir::Program &program, const std::vector<ReadSite> &reads, unsigned faces);

/// Reports reads beyond a face that has no boundary, once for each field. `reads` has the reads of
/// all stages (update statements). Each read has the width, in cells at each face, of the layer
/// that its stage leaves unchanged. Cells of this layer make no reads.
void checkReadsInsideGrid(Unit &unit, const std::vector<std::pair<ReadSite, Reach>> &reads);

} // namespace stencilc::sema
