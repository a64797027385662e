/// \file Transport of planes between the processes of a run by NCCL, from device to device without
/// host buffers.
///
///     compute    | launch of group g     | launch of group g + 1 | ...
///     down, up        | wait | one exchange | done      queues from which planes leave a device
///     arrivals        | wait | of all       | done      queues in which planes arrive
///
/// All sends and receives of an exchange are one NCCL group. It runs as one operation in all of
/// these queues.
#pragma once

#include "runtime/engines/slabs/transport/RankTransport.h"
#include "runtime/parts/ranks/NcclLink.h"

namespace stencilc::inline STENCILC_SPACE {

class NcclTransport final : public RankTransport {
public:
  NcclTransport(const Nccl &nccl, Ranks &ranks, SlabParts &parts, const Decomposition &division,
                std::vector<int> ranksOf)
      : RankTransport(ranks, parts, division, std::move(ranksOf)), link(nccl, ranks) {}

  Status open() override;
  Status post() override { return {}; }
  Status end(bool failed) override;
  /// Returns how many groups of launches the host may enqueue ahead of the devices. The number is
  /// small so that launches and copies fit into the driver's queue. If that queue is full, a launch
  /// blocks until an exchange is over, which never happens if a process has died.
  int groupsAhead() const override { return 8; }
  Status await(std::int64_t group) override;
  Status settle() override;
  double secondsWaited() const override { return 0; } // launches wait instead, see SlabWaits

private:
  /// This process's side of a copy between two processes: a task that sends or receives planes in
  /// the next exchange.
  struct Half {
    SlabTask task;
    const SlabPart &part;
    Lane &lane;
    bool arrives;
  };

  /// Exchanges a byte with each neighbour in other processes. NCCL connects two devices at their
  /// first transfer, which takes tenths of a second and should not be part of a time step.
  Status greet();
  Status leave(const SlabTask &task, const SlabPart &from) override;
  Status receive(const SlabTask &task, const SlabPart &to) override;
  Status exchange();
  Status put(const Half &half);

  NcclLink link;
  std::vector<Half> halves;
  std::vector<Lane *> lanes; // queues of the last exchange
  std::int64_t exchanges = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
