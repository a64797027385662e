/// \file Estimates registers for values that compilers keep, although the emitted code computes
/// them several times.
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <set>

namespace stencilc::schedules {

/// Returns the fields whose rows each time step loads directly from global memory. With two axes,
/// these are coefficients (fields that never change) that are read only at the updated cell.
/// Returns an empty set with other numbers of axes.
std::set<ir::FieldId> directFields(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the number of 32-bit words per cell that one time step loads directly from global
/// memory. With two axes, these are coefficients (fields that never change) that are read only at
/// the updated cell. Returns 0 with other numbers of axes.
int directWords(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the predicted number of registers of a thread for values that depend on no updated
/// field, with two axes. Returns 0 with other numbers of axes. An update is split: an early part is
/// computed from older planes, a late part with the newest plane. The emitted code computes such
/// values in both parts. The compiler computes them once and keeps them in registers:
///
/// - per cell, values that are the same in all rows;
/// - per cell and time step, values that both parts use, and half of the values of the late part
///   that depend on the position;
/// - per cell and time step, rows loaded from global memory, and boundary values that depend on the
///   position.
int heldRegisters(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
