/// \file Chooses round numbers for the ticks along an axis of a picture.
#pragma once

#include "stencilc/Version.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Tick of an axis: its position, and its label in UTF-8 with the typographic minus sign U+2212.
struct Tick {
  double at;
  std::string text;
};

/// Ticks of an axis, and the factor by which all their labels must be multiplied.
struct Ticks {
  std::vector<Tick> marks; // in ascending order, within the axis
  std::string factor;      // the labels times this are the positions, for example "×10⁻⁷"; empty: 1
};

/// Returns at most `most` + 1 ticks from `low` to `high`, at multiples of a step that is 1, 2 or 5
/// times a power of ten. If `low` equals `high`, that value is the only tick. With `isWhole`, all
/// ticks are integers.
Ticks ticksBetween(double low, double high, int most, bool isWhole = false);

/// Returns `value` with at most 7 significant digits and a typographic minus sign, for example
/// "−0.25".
std::string numberLabel(double value);

} // namespace stencilc::inline STENCILC_SPACE
