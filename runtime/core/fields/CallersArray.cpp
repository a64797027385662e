/// \file Checks of the pitches of an array that a caller passes.
#include "runtime/core/fields/CallersArray.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

std::string completePitches(const device::Box &box, std::size_t &rowPitch,
                            std::size_t &planePitch) {
  constexpr std::size_t kMost = std::size_t(1) << 47; // bytes that a process can address
  if (rowPitch == 0)
    rowPitch = box.rowBytes;
  if (rowPitch < box.rowBytes)
    return format("a row pitch of %zu bytes is shorter than a row of %zu bytes", rowPitch,
                  box.rowBytes);
  if (rowPitch > kMost / box.rows)
    return format("%zu rows %zu bytes apart are more than memory holds", box.rows, rowPitch);
  const std::size_t plane = rowPitch * (box.rows - 1) + box.rowBytes;
  if (planePitch == 0)
    planePitch = rowPitch * box.rows;
  if (planePitch < plane)
    return format("a plane pitch of %zu bytes is shorter than a plane of %zu rows %zu bytes apart",
                  planePitch, box.rows, rowPitch);
  if (planePitch > kMost / box.planes)
    return format("%zu planes %zu bytes apart are more than memory holds", box.planes, planePitch);
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
