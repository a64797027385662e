/// \file Computation of the pitches and the size of a buffer.
#include "runtime/core/fields/Layout.h"
#include "runtime/core/fields/Checked.h"
#include "runtime/core/support/Text.h"
#include <bit>

namespace stencilc::inline STENCILC_SPACE {

std::optional<std::uint64_t> chooseRowPitch(std::uint64_t rowBytes) {
  const auto pitch = checkedRoundUp(rowBytes, kRowAlignment);
  if (!pitch || *pitch < kLongRow || !std::has_single_bit(*pitch))
    return pitch;
  return checkedSum({*pitch, kRowAlignment});
}

Status makeLayout(const std::int64_t (&extents)[3], std::size_t cellBytes, std::uint64_t rowPitch,
                  Layout &layout) {
  const auto size = [&] {
    return format("%lld x %lld x %lld cells", static_cast<long long>(extents[0]),
                  static_cast<long long>(extents[1]), static_cast<long long>(extents[2]));
  };
  for (const std::int64_t n : extents) {
    if (n < 1)
      return Status::invalid("a grid of " + size() +
                             " has no cells; each extent must be 1 or more");
    if (n > kMaxExtent)
      return Status::invalid("a grid of " + size() +
                             format(" is too long: an axis holds up to %lld cells",
                                    static_cast<long long>(kMaxExtent)));
  }
  const auto nx = static_cast<std::uint64_t>(extents[0]);
  const std::uint64_t rowBytes = nx * cellBytes; // below 2^31 * 2^4
  if (rowPitch == kPackedRows)
    rowPitch = (rowBytes + kWidestAccess - 1) / kWidestAccess * kWidestAccess;
  if (rowPitch != 0 && (rowPitch < rowBytes || rowPitch % kWidestAccess != 0))
    return Status::invalid(format("a row pitch of %llu bytes does not fit rows of %llu bytes: it "
                                  "must not be smaller, and a multiple of %llu",
                                  static_cast<unsigned long long>(rowPitch),
                                  static_cast<unsigned long long>(rowBytes),
                                  static_cast<unsigned long long>(kWidestAccess)));
  const auto pitch = rowPitch ? std::optional(rowPitch) : chooseRowPitch(rowBytes);
  const auto plane =
      pitch ? checkedProduct({*pitch, static_cast<std::uint64_t>(extents[1])}) : std::nullopt;
  const auto bytes =
      plane ? checkedProduct({*plane, static_cast<std::uint64_t>(extents[2])}) : std::nullopt;
  if (!bytes || *bytes > static_cast<std::uint64_t>(INT64_MAX))
    return Status::invalid(
        "a grid of " + size() +
        format(" of %zu bytes is larger than 64-bit addresses reach", cellBytes));
  layout.grid = {static_cast<int>(extents[0]), static_cast<int>(extents[1]),
                 static_cast<int>(extents[2])};
  layout.cellBytes = cellBytes;
  layout.rowPitch = *pitch;
  layout.planePitch = *plane;
  layout.bytes = *bytes;
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
