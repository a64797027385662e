/// \file Halo exchange of an out-of-core domain that processes share. Between traversals, each
/// process sends the planes at the ends of its part to its neighbours.
///
///     part 0   |=============|::|                 host memory of a process:
///     part 1              |::|=============|::|   ===  its own planes
///     part 2                            |::|===== :::  halo: T r copies of a neighbour's planes
///
/// A traversal of T steps also computes those planes of its halos that its own planes depend on,
/// fewer in each step, as at the ends of a periodic domain. It copies only own planes back. Then
/// messages from memory to memory fill the halos again.
#pragma once

#include "stencilc/ranks/Ranks.h"
#include "stencilc/stream/Homes.h"

namespace stencilc::inline STENCILC_SPACE {

class HaloExchange {
public:
  HaloExchange(Ranks &ranks, const OutOfCoreDomain &domain, Homes &homes, std::vector<int> ranksOf)
      : ranks(ranks), domain(domain), homes(homes), ranksOf(std::move(ranksOf)) {}

  /// Sends the planes that neighbours need and waits for theirs. No task may be running on the
  /// devices. All processes call it after the same traversals.
  Status run();

  /// Returns the number of exchanges so far.
  std::int64_t count() const { return exchanges; }
  /// Returns the seconds that this process has waited for planes of neighbours.
  double secondsWaited() const { return waited; }

private:
  /// A message with planes from index `z` on, to or from a neighbour.
  struct Message {
    SlabSide side; // side of the neighbour
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
  const std::vector<int> ranksOf; // process of each part
  std::int64_t exchanges = 0;
  double waited = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
