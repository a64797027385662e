/// \file Common base of the transports that move planes between the processes of a run.
///
/// A copy between parts of two processes is one task with two halves: in a queue of the sender, and
/// in a queue of the receiver with the same number. Each half waits for tasks of its own process.
#pragma once

#include "runtime/engines/slabs/transport/SlabTransport.h"
#include "runtime/parts/ranks/Ranks.h"
#include <map>

namespace stencilc::inline STENCILC_SPACE {

class RankTransport : public SlabTransport {
public:
  /// Constructs a transport. `ranksOf` has for each part (slab of a device) the number of the
  /// process that computes it.
  RankTransport(Ranks &ranks, SlabParts &parts, const Decomposition &division,
                std::vector<int> ranksOf)
      : ranks(ranks), parts(parts), division(division), ranksOf(std::move(ranksOf)) {}

  /// Creates the queues for planes that arrive from other processes.
  virtual Status open();

  Lane *lane(int part, int queue) override;
  bool arrives(const SlabTask &task) const override;
  Status move(const SlabTask &task) override;
  Status settle() override;

protected:
  struct Inbox {
    std::unique_ptr<Lane> lane;
    std::int64_t count = 0; // tasks so far
  };

  bool isMine(int part) const { return rankOf(part) == ranks.rank(); }
  int rankOf(int part) const { return ranksOf[static_cast<std::size_t>(part)]; }
  /// Returns this process's queue for the planes that another process sends with `task`.
  Inbox &inboxOf(const SlabTask &task) { return inboxes.at({task.part, task.queue}); }

  Ranks &ranks;
  SlabParts &parts;
  const Decomposition division;

private:
  /// Starts to send the planes of `task` from part `from` of this process to another process.
  virtual Status leave(const SlabTask &task, const SlabPart &from) = 0;
  /// Starts to receive the planes that another process sends with `task` into part `to` of this
  /// process.
  virtual Status receive(const SlabTask &task, const SlabPart &to) = 0;

  const std::vector<int> ranksOf;
  std::map<std::pair<int, int>, Inbox> inboxes; // key: part and queue of the sender
};

} // namespace stencilc::inline STENCILC_SPACE
