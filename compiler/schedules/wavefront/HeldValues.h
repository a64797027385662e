/// \file Registers that compilers use in wavefront kernels for values that the emitted code
/// recomputes.
#pragma once

#include "schedules/wavefront/Shape.h"
#include <set>

namespace stencilc::schedules {

/// Returns the fields whose rows every time step loads directly from global memory: with two axes,
/// coefficients that are read only at the updated cell. Empty for other numbers of axes.
std::set<ir::FieldId> directFields(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the 32-bit words per cell that one time step loads of the fields of directFields().
int directWords(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns the estimated registers of a thread for values that depend on no plane that arrives: on
/// positions, coefficients and constants. Two axes only, else 0. The emitted code computes them in
/// each part of an update, but compilers compute them once and keep them in registers:
///
///   - per cell, values that depend on the column alone, computed before the sweep;
///   - per cell and time step, values that both the early and the late part use (StageParts), and
///     half of the position-dependent values that only the late part uses;
///   - rows loaded from global memory: all time steps issue their loads before the first use;
///   - boundary values that are computed from the position.
int heldRegisters(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
