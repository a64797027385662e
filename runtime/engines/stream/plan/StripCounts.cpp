/// \file Chooses the numbers of strips (ranges of rows of every plane) that the planner tries.
#include "runtime/engines/stream/plan/StripCounts.h"

namespace stencilc::inline STENCILC_SPACE {

Strips stripsOf(const OutOfCoreDomain &domain, int count, int depth) {
  const StreamDescription &stream = *domain.program->stream;
  return {domain.rows(), count, stream.reachAcross, depth};
}

bool mayHaveStrips(const OutOfCoreDomain &domain) {
  const StreamDescription &stream = *domain.program->stream;
  return stream.reachAcross > 0 && !keepsPlanes(stream) && !domain.hasChecksums;
}

bool isSensible(const Strips &strips, const OutOfCoreDomain &domain) {
  return strips.count == 1 || (strips.lowest() >= 2 * strips.slide() &&
                               strips.lowest() >= domain.program->minimumExtents[1]);
}

std::vector<int> stripCounts(const OutOfCoreDomain &domain) {
  const int least = std::max(1, static_cast<int>(domain.program->minimumExtents[1]));
  if (const int asked = domain.program->stream->strips; asked > 0)
    return {std::clamp(domain.rows() / least, 1, asked)};
  std::vector<int> counts = {1};
  for (int unit = 1; mayHaveStrips(domain); unit *= 2)
    for (const int count : {2 * unit, 3 * unit}) {
      if (!isSensible(stripsOf(domain, count, 1), domain))
        return counts;
      counts.push_back(count);
    }
  return counts;
}

std::string refusalOfStrips(const OutOfCoreDomain &domain) {
  if (domain.program->stream->strips <= 1 || !domain.hasChecksums)
    return "";
  return format("checksums cover whole planes, and strips=%d copies planes in parts; leave out "
                "strips or --checksums=on",
                domain.program->stream->strips);
}

} // namespace stencilc::inline STENCILC_SPACE
