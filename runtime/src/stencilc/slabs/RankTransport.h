/// \file Planes between the processes of a run: what is common to the ways that they can go.
///
/// A copy between parts of two processes is two halves of one task: its queue in the sender, and in
/// the receiver a queue of the same number. Each half waits for what runs in its process alone.
#pragma once

#include "stencilc/ranks/Ranks.h"
#include "stencilc/slabs/SlabTransport.h"
#include <map>

namespace stencilc::inline STENCILC_SPACE {

class RankTransport : public SlabTransport {
public:
  /// `ranksOf`: part by part, the process that has it.
  RankTransport(Ranks &ranks, SlabParts &parts, const Decomposition &division,
                std::vector<int> ranksOf)
      : ranks(ranks), parts(parts), division(division), ranksOf(std::move(ranksOf)) {}

  /// Makes queues for what arrives.
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
  /// What arrives in a queue of another process's part.
  Inbox &inboxOf(const SlabTask &task) { return inboxes.at({task.part, task.queue}); }

  Ranks &ranks;
  SlabParts &parts;
  const Decomposition division;

private:
  /// Planes leave a part for another process, or arrive.
  virtual Status leave(const SlabTask &task, const SlabPart &from) = 0;
  virtual Status receive(const SlabTask &task, const SlabPart &to) = 0;

  const std::vector<int> ranksOf;
  std::map<std::pair<int, int>, Inbox> inboxes; // by part and queue of the sender
};

} // namespace stencilc::inline STENCILC_SPACE
