/// \file Exchanges halo planes of an out-of-core domain between processes by messages.
#include "runtime/engines/stream/run/HaloExchange.h"
#include "runtime/core/support/Seconds.h"

namespace stencilc::inline STENCILC_SPACE {

std::vector<HaloExchange::Message> HaloExchange::messages() const {
  const int halo = domain.division.halo, planes = domain.planes();
  std::vector<Message> all;
  for (const bool leaves : {false, true}) // receives first, then sends
    for (const SlabSide side : {SlabSide::Low, SlabSide::High}) {
      const bool isLow = side == SlabSide::Low;
      const int z = leaves ? (isLow ? 0 : planes - halo) : (isLow ? -halo : planes);
      if (domain.goesOn(side))
        all.push_back({side, leaves, z});
    }
  return all;
}

Status HaloExchange::run() {
  ++exchanges;
  const std::vector<Message> all = messages();
  std::vector<RankRequest> requests;
  Status status;
  for (const Message &message : all)
    if (status)
      status = begin(message, requests);
  if (!status)
    ranks.fail(status);
  const double start = secondsNow();
  for (RankRequest &request : requests)
    // After a failure it cancels the message, and the failure is stored.
    (void)ranks.wait(request, "sent planes", -1);
  waited += secondsNow() - start;
  for (const Message &message : all)
    if (!message.leaves)
      homes.haveBeenWritten(message.z, domain.division.halo);
  return ranks.failure();
}

/// Starts to send or to receive the planes of `message`, with one request for each updated field
/// and time level, and appends the requests to `requests`. Planes sent to higher indices and planes
/// sent to lower ones have different tags, because both neighbours may be the same process.
Status HaloExchange::begin(const Message &message, std::vector<RankRequest> &requests) {
  const int other = rankAt(message.side);
  const bool goesUp = (message.side == SlabSide::High) == message.leaves;
  for (int f = 0; f < domain.program->fieldCount; ++f) {
    const TraversedField &use = domain.uses[std::size_t(f)];
    for (int age = 0; use.isUpdated && age < use.levels; ++age) {
      std::uint64_t bytes = 0;
      unsigned char *const planes =
          homes.openPlanes(f, age, message.z, domain.division.halo, bytes);
      RankLink &link = ranks.messages();
      RankRequest &request = requests.emplace_back();
      if (Status status = message.leaves
                              ? link.send(other, kRankPlanes + goesUp, planes, bytes, request)
                              : link.receive(other, kRankPlanes + goesUp, planes, bytes, request);
          !status)
        return status;
    }
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
