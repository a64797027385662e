/// \file Describes to the user how a domain is divided among devices.
#include "runtime/core/fields/DividedRun.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

int DividedRun::deviceOf(int part) const {
  const auto at = static_cast<std::size_t>(part);
  const bool isOthers = !ranksOf.empty() && ranksOf[at] != rank;
  return devices.empty() || isOthers ? -1 : devices[at];
}

std::string DividedRun::text(const char *axis) const {
  if (parts == 1)
    return "";
  const bool areEven = planes.back().end % parts == 0;
  return format("%d parts", parts) + (ranks > 1 ? format(" in %d processes", ranks) : "") +
         format(" of %s%d %s along %s, exchange '%s' of %d %s (", areEven ? "" : "about ",
                planes.front().count(), unit, axis, exchange, halo, unit) +
         formatBytes(sideBytes) +
         format(" per side) after every %s of %d step%s",
                every == 1 ? "launch" : format("%d launches", every).c_str(), steps,
                steps == 1 ? "" : "s") +
         (ranks > 1 ? ", between processes by " + way : "") +
         (whyThatWay.empty() ? "" : " (" + whyThatWay + ")");
}

} // namespace stencilc::inline STENCILC_SPACE
