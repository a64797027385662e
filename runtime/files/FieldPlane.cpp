/// \file Parses the name of a plane of a field, such as `p[y=12]`.
#include "runtime/files/FieldPlane.h"
#include "runtime/core/support/ParseValue.h"
#include <cctype>

namespace stencilc::inline STENCILC_SPACE {

std::optional<PlaneText> parseFieldPlane(std::string_view text) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos || bracket == 0 || text.back() != ']')
    return std::nullopt;
  std::string_view inside = text.substr(bracket + 1, text.size() - bracket - 2);
  PlaneText plane{std::string(trimmed(text.substr(0, bracket))), "", -1};
  const std::size_t equals = inside.find('=');
  if (equals != std::string_view::npos) {
    const std::string_view at = trimmed(inside.substr(equals + 1));
    if (at == "best")
      plane.at = kBestPlane;
    else if (!parseInteger(at, plane.at) || plane.at < 0)
      return std::nullopt;
    inside = inside.substr(0, equals);
  }
  plane.axis = trimmed(inside);
  for (const char c : plane.axis)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_')
      return std::nullopt;
  return plane.axis.empty() ? std::nullopt : std::optional(plane);
}

} // namespace stencilc::inline STENCILC_SPACE
