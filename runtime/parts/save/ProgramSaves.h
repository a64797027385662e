/// \file What the `save` statements of a program request, and the facts about the run that are
/// written into saved files.
#pragma once

#include "runtime/parts/save/SavePlan.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns one request for each `save` statement of the program. The window (saved part of a field)
/// is computed from the parameters and from `grid`, the numbers of cells along each axis.
std::vector<SaveRequest> savesOf(const ProgramDescription &program, const double *parameters,
                                 const Grid &grid);
/// Sets `plan` to the files that `requests` ask for and the arrays in each. `grid` has the numbers
/// of cells along each axis for which kernels run. Returns an error if a request is not possible.
Status planSaves(const ProgramDescription &program, const double *parameters, const Grid &grid,
                 const std::vector<SaveRequest> &requests, SavePlan &plan);
/// Returns parameters as text, such as "d=0.15, c=2", with enough digits to read them back exactly.
std::string parametersText(const std::vector<std::pair<std::string, double>> &parameters);
/// Converts a computed cell index to an integer, rounding down. NaN gives -1, and values are
/// clamped to +-1e18.
std::int64_t cellNumber(double value);

} // namespace stencilc::inline STENCILC_SPACE
