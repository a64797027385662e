/// \file A streamed domain that processes share: the planes at the ends of each part, given to its
/// neighbours between traversals.
///
///     part 0   |=============|::|                 host memory of a process: ===  its own planes,
///     part 1              |::|=============|::|   :::  halo: copies of a neighbour's, T r planes
///     part 2                            |::|=====
///
/// A traversal of T steps computes of its halos what its own planes need of them, less and less
/// from step to step, as at the ends of a domain that repeats itself. Its copies back write own
/// planes only; then halos are filled anew, by messages from memory to memory.
#pragma once

#include "stencilc/ranks/Ranks.h"
#include "stencilc/stream/Homes.h"

namespace stencilc::inline STENCILC_SPACE {

class HaloExchange {
public:
  HaloExchange(Ranks &ranks, const OutOfCoreDomain &domain, Homes &homes, std::vector<int> ranksOf)
      : ranks(ranks), domain(domain), homes(homes), ranksOf(std::move(ranksOf)) {}

  /// Sends what neighbours need, and waits for theirs. Nothing may be under way on the devices. All
  /// processes call it after the same traversals.
  Status run();

  /// How often, and seconds that this process has waited.
  std::int64_t count() const { return exchanges; }
  double secondsWaited() const { return waited; }

private:
  /// A message of planes from z on, to a neighbour or from it.
  struct Message {
    SlabSide side; // where the neighbour is
    bool leaves;
    int z;
  };

  std::vector<Message> messages() const;
  Status begin(const Message &message, std::vector<RankRequest> &requests);
  int rankAt(SlabSide side) const {
    return ranksOf[static_cast<std::size_t>(domain.division.neighbour(domain.part, side))];
  }

  Ranks &ranks;
  const OutOfCoreDomain &domain;
  Homes &homes;
  const std::vector<int> ranksOf; // part by part
  std::int64_t exchanges = 0;
  double waited = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
