/// \file Values of an update that compilers hold although no schedule says so.
#pragma once

#include "schedules/wavefront/Shape.h"
#include <set>

namespace stencilc::schedules {

/// With two axes: fields of which every time step reads its row straight from memory, those of
/// coefficients at the cell itself.
std::set<ir::FieldId> directFields(const analysis::Facts &facts, const WavefrontShape &shape);

/// Words of a cell that a time step has of them.
int directWords(const analysis::Facts &facts, const WavefrontShape &shape);

/// Registers of a thread, with two axes, for what no plane that arrives changes: made of the place
/// of a cell, of coefficients and of constants. The text computes it anew in each part of an
/// update; compilers do once
///
///     - before the sweep, for each cell, what depends on the column alone;
///     - for each cell and time step what both parts of an update are made of (StageParts), which
///       waits from the early one to the late one, and half of what the late one alone makes of
///       places;
///     - rows straight from memory: those of all time steps are asked for before the first is used;
///     - values beyond faces that are computed from the place.
int heldRegisters(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
