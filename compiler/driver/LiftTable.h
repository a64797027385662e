/// \file Cells of two files side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// What two .npy files of one shape have in common.
struct Comparison {
  std::size_t cells = 0, different = 0, notNumbers = 0; // not a number in both: counted as equal
  std::string first;                                    // place and both values
  bool hasVariety = false;                              // there are two numbers that differ
};

/// Compares cells byte for byte. Nothing if a file cannot be read or their shapes differ.
std::optional<Comparison> compareCells(const std::string &ofC, const std::string &ours,
                                       const std::vector<std::int64_t> &extents);

} // namespace stencilc::driver
