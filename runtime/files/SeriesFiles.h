/// \file Reading of series (inputs with one number per time step) from .npy files, before the first
/// step.
#pragma once

#include "runtime/core/instance/Instance.h"
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Reads the series `name` (numbers for each time step) from a .npy file. The array has one axis if
/// `points` is 0, otherwise the shape (steps, `points`). Returns false after setting `error`.
bool readSeries(const std::string &path, const std::string &name, std::int64_t points,
                std::vector<double> &numbers, std::string &error);

/// Reads all series of a program (inputs with numbers for each time step). `given` holds indices of
/// series with files of the user, which replace those named in the source.
Status loadSeries(const ProgramDescription &program,
                  const std::vector<std::pair<int, std::string>> &given, Instance &instance);

} // namespace stencilc::inline STENCILC_SPACE
