/// \file The `save` statements of a compiled program's source, and the description of the run that
/// files contain.
#pragma once

#include "runtime/parts/save/SavePlan.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the requests of the `save` statements in the program's source. The window (saved part of
/// a field) of each is computed for these parameters and for `grid`, the grid of the kernels.
std::vector<SaveRequest> savesOf(const ProgramDescription &program, const double *parameters,
                                 const Grid &grid);
/// Sets `plan` to the files and arrays that `requests` ask for, for a program with these parameters
/// and the kernels' `grid`. Returns an error for an invalid request.
Status planSaves(const ProgramDescription &program, const double *parameters, const Grid &grid,
                 const std::vector<SaveRequest> &requests, SavePlan &plan);
/// Returns parameters as text, such as "d=0.15, c=2", with enough digits to read them back exactly.
std::string parametersText(const std::vector<std::pair<std::string, double>> &parameters);
/// Converts a computed cell index to an integer, rounding down. NaN gives -1, and values are
/// clamped to +-1e18.
std::int64_t cellNumber(double value);

} // namespace stencilc::inline STENCILC_SPACE
