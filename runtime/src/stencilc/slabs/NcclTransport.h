/// \file Planes between the processes of a run by NCCL, from device to device without a buffer of
/// the host.
///
///     compute   | launch of group g     | launch of group g + 1 | ...
///     down, up       | wait | one exchange | done                        of all queues that planes
///     arrivals       | wait |  of all      | done                        of a device leave or
///     reach
///
/// NCCL takes what is sent and received together for one task that is in all their streams.
#pragma once

#include "stencilc/ranks/NcclLink.h"
#include "stencilc/slabs/RankTransport.h"

namespace stencilc::inline STENCILC_SPACE {

class NcclTransport final : public RankTransport {
public:
  NcclTransport(const Nccl &nccl, Ranks &ranks, SlabParts &parts, const Decomposition &division,
                std::vector<int> ranksOf)
      : RankTransport(ranks, parts, division, std::move(ranksOf)), link(nccl, ranks) {}

  Status open() override;
  Status post() override { return {}; }
  Status end(bool failed) override;
  /// So few that their launches and copies have room in a driver's queue: when that is full, a
  /// launch does not return until an exchange is over, which the death of a process prevents.
  int groupsAhead() const override { return 8; }
  Status await(std::int64_t group) override;
  Status settle() override;
  double secondsWaited() const override { return 0; } // launches wait, which SlabWaits times

private:
  /// A task whose planes leave, or arrive, in the exchange to come.
  struct Half {
    SlabTask task;
    const SlabPart &part;
    Lane &lane;
    bool arrives;
  };

  /// Exchanges a byte with each neighbour in another process: NCCL connects two devices when they
  /// first send something, which takes tenths of a second that belong to no step.
  Status greet();
  Status leave(const SlabTask &task, const SlabPart &from) override;
  Status receive(const SlabTask &task, const SlabPart &to) override;
  Status exchange();
  Status put(const Half &half);

  NcclLink link;
  std::vector<Half> halves;
  std::vector<Lane *> lanes; // of the last exchange
  std::int64_t exchanges = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
