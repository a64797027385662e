/// \file Planes of fields with three axes, as command lines name them: `p[y]`, `p[y=12]`.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

/// Plane index that means the plane with the largest variance of its values, written `p[y=best]`.
inline constexpr std::int64_t kBestPlane = -2;

/// Plane of a field across the axis with index `axis`, at cell index `at`. If `at` is -1, it is the
/// middle plane, and if `at` is kBestPlane, the plane whose values vary most. A negative `axis`
/// means the third axis.
struct FieldPlane {
  int axis = -1;
  std::int64_t at = -1;

  int across() const { return axis < 0 ? 2 : axis; }
  std::int64_t cellOf(std::int64_t extent) const { return at < 0 ? extent / 2 : at; }
};

/// The parts of a text such as `p[y=12]`: field, axis and cell index.
struct PlaneText {
  std::string field, axis;
  std::int64_t at = -1; // -1: not given
};

/// Parses the name of a field and a plane of it: `p[y]` (its middle plane across y), `p[y=12]`, or
/// `p[y=best]` (the plane that varies most). Blanks are allowed inside the brackets. Returns
/// nullopt if `text` has another form.
std::optional<PlaneText> parseFieldPlane(std::string_view text);

} // namespace stencilc::inline STENCILC_SPACE
