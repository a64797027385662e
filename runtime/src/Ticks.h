/// \file Round numbers along an axis.
#pragma once

#include "stencilc/Version.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A place on an axis and what stands there. Minus signs are those of typography, in UTF-8.
struct Tick {
  double at;
  std::string text;
};

struct Ticks {
  std::vector<Tick> marks; // from low to high, all between both
  std::string factor;      // "×10⁻⁷", by which the texts are to be multiplied; empty: 1
};

/// Multiples of 1, 2 or 5 times a power of ten from `low` to `high`, about `most` of them and no
/// more; `low` alone if both are the same. With `isWhole` no fractions.
Ticks ticksBetween(double low, double high, int most, bool isWhole = false);

/// 7 digits at most, the shortest that is as near: "−0.25".
std::string numberLabel(double value);

} // namespace stencilc::inline STENCILC_SPACE
