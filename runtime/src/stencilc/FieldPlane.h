/// \file Planes of fields with three axes as command lines name them: `p[y]`, `p[y=12]`.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

/// Stands for the cell of the plane in which values differ most (BestPlanes.h): `p[y=best]`.
inline constexpr std::int64_t kBestPlane = -2;

/// A plane across an axis, at a cell of it; without a cell in the middle, without an axis across
/// the third one.
struct FieldPlane {
  int axis = -1;
  std::int64_t at = -1;

  int across() const { return axis < 0 ? 2 : axis; }
  std::int64_t cellOf(std::int64_t extent) const { return at < 0 ? extent / 2 : at; }
};

/// `p[y=12]` in its parts.
struct PlaneText {
  std::string field, axis;
  std::int64_t at = -1; // not said
};

/// Reads `p[y]`, `p[y=12]` or `p[y=best]`, blanks inside the brackets allowed; nothing if it is no
/// such.
std::optional<PlaneText> parseFieldPlane(std::string_view text);

} // namespace stencilc::inline STENCILC_SPACE
