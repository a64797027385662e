/// \file What faces of the grid ask of schedules.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::plan {

/// Whether no cell beyond the faces of an axis is ever needed.
bool keepsAlong(const ir::FieldDecl &field, int axis);

/// Whether some face gives a value that is not a cell's.
bool hasFixedFace(const ir::FieldDecl &field);

/// Whether a fixed value of some face is computed from the position.
bool computesFaces(const ir::Program &program, ir::FieldId field);

/// Whether tensor loads, which give zero beyond the grid, give what this face does, or what nobody
/// needs; the same of all faces of the first `axes` axes that `field` is read beyond.
bool tensorsGive(const ir::Program &program, const ir::Boundary &face);
bool tensorsGive(const analysis::Facts &facts, ir::FieldId field, int axes);

/// Whether any field is read beyond an end of `axis` where it goes on at the other end.
bool isPeriodic(const analysis::Facts &facts, int axis);

} // namespace stencilc::plan
