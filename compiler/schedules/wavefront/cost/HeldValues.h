/// \file Estimates registers for values that compilers keep, although the emitted code computes
/// them several times.
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <set>

namespace stencilc::schedules {

/// Returns the fields whose rows every time step loads directly from global memory. They are
/// coefficients (fields that never change) read only at the updated cell, with two axes. Returns
/// none with other numbers of axes.
std::set<ir::FieldId> directFields(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the size, in 32-bit words per cell, of what one time step loads directly from global
/// memory: coefficients that are read only at the updated cell (two axes).
int directWords(const analysis::Facts &facts, const WavefrontShape &shape);

/// Estimates the registers of a thread for values that depend on no loaded plane, with two axes.
/// Returns 0 with other numbers of axes. The emitted code computes such values in both parts of an
/// update: early (from older planes) and late (with the newest plane). Compilers compute them once
/// and keep them:
///
/// - per cell, values that depend on the column alone;
/// - per cell and time step, values that both parts use, and half of those of the late part that
///   depend on the position;
/// - per cell and time step, rows loaded from global memory, and boundary values that depend on the
///   position.
int heldRegisters(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
