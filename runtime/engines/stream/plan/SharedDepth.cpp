/// \file Limits the number of time steps per traversal (pass of all planes) if several processes
/// share the domain.
#include "runtime/engines/stream/plan/SharedDepth.h"
#include "runtime/core/support/Text.h"
#include <algorithm>
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the number of halo planes (planes of a neighbour) on each side that a process needs for
/// each time step of a traversal (pass of all planes).
static int planesOfAStep(const OutOfCoreDomain &domain) { return domain.program->stream->lag; }

/// Returns the number of further halo planes on each side that reports and stopping rules (`until`
/// statements) read after the last time step.
static int planesOfReports(const OutOfCoreDomain &domain) {
  return std::max(0, domain.program->stream->checkReach);
}

std::int64_t mostSharedSteps(const OutOfCoreDomain &domain) {
  const int perStep = planesOfAStep(domain);
  return domain.isShared() && perStep > 0
             ? (domain.wholePlanes() / domain.division.parts - planesOfReports(domain)) / perStep
             : std::numeric_limits<int>::max();
}

std::string refusalOfShares(const OutOfCoreDomain &domain) {
  if (!domain.isShared())
    return "";
  const int planes = domain.wholePlanes(), parts = domain.division.parts;
  const int perStep = planesOfAStep(domain), depth = domain.program->stream->depth;
  const int least = perStep + planesOfReports(domain);
  const int most = std::max(1, Decomposition::mostParts(planes, least));
  const char *const axis = domain.program->axes[domain.program->rank - 1];
  if (parts > most)
    return format("%d parts are too many for %d planes along %s: a step reads %d to each "
                  "side, so at most %d parts fit; start fewer processes",
                  parts, planes, axis, least, most);
  if (depth > mostSharedSteps(domain))
    return format("%d steps of a traversal read %d planes of a neighbour, and a process has %d of "
                  "%d along %s: give depth=%lld or less, or start fewer processes",
                  depth, depth * perStep + planesOfReports(domain), planes / parts, planes, axis,
                  static_cast<long long>(mostSharedSteps(domain)));
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
