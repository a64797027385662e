/// \file Into how many strips a domain may be cut.
#pragma once

#include "stencilc/stream/StreamDomain.h"
#include "stencilc/stream/Strips.h"

namespace stencilc::inline STENCILC_SPACE {

/// The domain in `count` strips, for passes of up to `depth` steps.
inline Strips stripsOf(const StreamDomain &domain, int count, int depth) {
  const StreamDescription &stream = *domain.program->stream;
  return {domain.rows(), count, stream.reachAcross * stream.passes, depth};
}

/// Whether a domain may be cut at all, unasked.
inline bool mayHaveStrips(const StreamDomain &domain) {
  const StreamDescription &stream = *domain.program->stream;
  return stream.reachAcross > 0 && !keepsPlanes(stream) && !domain.hasChecksums;
}

/// Whether strips are worth a thought that were not asked for: no more rows in halos than owned,
/// and owned rows that would be a domain of their own.
inline bool isSensible(const Strips &strips, const StreamDomain &domain) {
  return strips.count == 1 || (strips.lowest() >= 2 * strips.slide() &&
                               strips.lowest() >= domain.program->minimumExtents[1]);
}

/// Counts to choose from: as asked for, as far as there are rows; or 1, 2, 3, 4, 6, 8, 12 and so
/// on.
inline std::vector<int> stripCounts(const StreamDomain &domain) {
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

/// Why the domain cannot be cut into the strips that were asked for; empty if it can.
inline std::string refusalOfStrips(const StreamDomain &domain) {
  if (domain.program->stream->strips <= 1 || !domain.hasChecksums)
    return "";
  return format(
      "checksums are of whole planes, and strips=%d brings planes to the device in parts; "
      "leave out strips or --checksums=on",
      domain.program->stream->strips);
}

} // namespace stencilc::inline STENCILC_SPACE
