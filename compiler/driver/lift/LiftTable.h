/// \file Compares two .npy files bit by bit, for `stencilc lift --check`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The result of a comparison of two .npy files of the same shape.
struct Comparison {
  std::size_t cells = 0, different = 0, notNumbers = 0; // NaN in both files: counted as equal
  std::string first;       // position and both values of the first difference
  bool hasVariety = false; // the results are not all the same number
};

/// Compares the cells of two .npy files bit by bit: `ofC` with the C function's results, `ours`
/// with those of the lifted program. A cell that is NaN in both files counts as equal, whatever the
/// bits. Returns `nullopt` if a file cannot be read, or if it does not hold as many cells as
/// `extents` say.
std::optional<Comparison> compareCells(const std::string &ofC, const std::string &ours,
                                       const std::vector<std::int64_t> &extents);

} // namespace stencilc::driver
