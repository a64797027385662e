/// \file Series: .npy files of one axis, read before the first step.
#pragma once

#include "stencilc/Instance.h"
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Reads the numbers of a file; false with the reason in `error`. `points`: 0, or it has two axes,
/// with so many numbers in each row.
bool readSeries(const std::string &path, const std::string &name, std::int64_t points,
                std::vector<double> &numbers, std::string &error);

/// Reads all series of a program: those `given` by their number, others from where the source says.
Status loadSeries(const ProgramDescription &program,
                  const std::vector<std::pair<int, std::string>> &given, Instance &instance);

} // namespace stencilc::inline STENCILC_SPACE
