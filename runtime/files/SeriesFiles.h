/// \file Reading of series (inputs with one number per time step) from .npy files, before the first
/// step.
#pragma once

#include "runtime/core/instance/Instance.h"
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Reads the series `name` (input with numbers for each time step) from a .npy file into `numbers`.
/// If `points` is 0, the array must have one axis, with one number for each step. Otherwise it must
/// have the shape (steps, `points`). Returns false after setting `error`.
bool readSeries(const std::string &path, const std::string &name, std::int64_t points,
                std::vector<double> &numbers, std::string &error);

/// Reads all series of a program (inputs with numbers for each time step) from files into
/// `instance`. `given` has pairs of a series' index and a file of the user, which replaces the file
/// named in the program.
Status loadSeries(const ProgramDescription &program,
                  const std::vector<std::pair<int, std::string>> &given, Instance &instance);

} // namespace stencilc::inline STENCILC_SPACE
