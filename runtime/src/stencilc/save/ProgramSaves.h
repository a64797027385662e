/// \file What a compiled program saves: what it asks for itself, and what files say of it.
#pragma once

#include "stencilc/save/SavePlan.h"

namespace stencilc::inline STENCILC_SPACE {

/// What the source asks for, where kernels have `grid`.
std::vector<SaveRequest> savesOf(const ProgramDescription &program, const double *parameters,
                                 const Grid &grid);
/// Plans `requests` of a program with these parameters on a grid of kernels.
Status planSaves(const ProgramDescription &program, const double *parameters, const Grid &grid,
                 const std::vector<SaveRequest> &requests, SavePlan &plan);
/// "d=0.15, c=2", with all digits.
std::string parametersText(const std::vector<std::pair<std::string, double>> &parameters);
/// A number of a cell as computed: rounded down.
std::int64_t cellNumber(double value);

} // namespace stencilc::inline STENCILC_SPACE
