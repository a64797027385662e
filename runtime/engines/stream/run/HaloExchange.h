/// \file Halo exchange of an out-of-core domain that several processes share. Between traversals
/// (passes of all planes), each process sends planes at the ends of its part to its neighbours.
///
///     part 0   |=============|::|                 host memory of a process:
///     part 1              |::|=============|::|   ===  its own planes
///     part 2                            |::|===== :::  halo: T r copies of a neighbour's planes
///
/// A traversal of T time steps with reach r also computes those halo planes that own planes depend
/// on, fewer in each step. It copies only own planes back to the host. Then messages from memory to
/// memory fill the halos again.
#pragma once

#include "runtime/engines/stream/store/Homes.h"
#include "runtime/parts/ranks/Ranks.h"

namespace stencilc::inline STENCILC_SPACE {

class HaloExchange {
public:
  HaloExchange(Ranks &ranks, const OutOfCoreDomain &domain, Homes &homes, std::vector<int> ranksOf)
      : ranks(ranks), domain(domain), homes(homes), ranksOf(std::move(ranksOf)) {}

  /// Sends the planes that neighbours need, and waits for the planes that this process needs. No
  /// task may be running on the devices. All processes must call it after the same traversals
  /// (passes of all planes).
  Status run();

  /// Returns the number of halo exchanges so far.
  std::int64_t count() const { return exchanges; }
  /// Returns the total seconds for which this process has waited for planes of its neighbours.
  double secondsWaited() const { return waited; }

private:
  /// Planes that are sent to a neighbour (`leaves` is true) or received from it, from plane index
  /// `z` on. Their number is that of the halo planes on one side. Indices count from the first
  /// plane of this process, and are negative in the halo below it.
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
