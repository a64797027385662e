/// \file Planes between the processes of a run, through buffers of the host.
///
/// A copy between parts of two processes is two halves of one task: its queue in the sender copies
/// planes to a buffer, from where post() sends them; in the receiver a queue of the same number
/// copies them from a buffer to their place. Each half waits for what runs in its process alone:
/// planes that are sent are in a buffer, so that no process waits until another has read.
#pragma once

#include "stencilc/ranks/Ranks.h"
#include "stencilc/slabs/SlabTransport.h"
#include <map>

namespace stencilc::inline STENCILC_SPACE {

class RankTransport final : public SlabTransport {
public:
  /// `ranksOf`: part by part, the process that has it.
  RankTransport(Ranks &ranks, SlabParts &parts, const Decomposition &division,
                std::vector<int> ranksOf)
      : ranks(ranks), parts(parts), division(division), ranksOf(std::move(ranksOf)) {}
  ~RankTransport() override;

  /// Makes queues for what arrives.
  Status open();

  Lane *lane(int part, int queue) override;
  bool arrives(const SlabTask &task) const override;
  Status move(const SlabTask &task) override;
  Status post() override;
  Status settle() override;
  double secondsWaited() const override { return waited; }

private:
  /// Memory of the host that the device copies to and from.
  struct Buffer {
    explicit Buffer(Device &device) : device(device) {}
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { device.releaseHost(memory, bytes); }
    /// Makes it at least so large.
    Status hold(std::uint64_t wanted);

    Device &device;
    unsigned char *memory = nullptr;
    std::uint64_t bytes = 0;
    RankRequest request; // of what is sent from it
    bool isTaken = false;
  };
  struct Inbox {
    explicit Inbox(Device &device) : buffer(device) {}
    std::unique_ptr<Lane> lane;
    std::int64_t count = 0; // tasks so far
    Buffer buffer;
  };
  /// A task whose planes leave.
  struct Leaving {
    Buffer *buffer;
    std::uint64_t bytes;
    int to, tag;
    SlabWait task;
  };

  bool isMine(int part) const { return ranksOf[static_cast<std::size_t>(part)] == ranks.rank(); }
  static int tagOf(const SlabTask &task);
  /// A buffer that nobody uses any more.
  Status take(Device &device, Buffer *&taken);
  Status receive(const SlabTask &task, const SlabPart &to);
  Status leave(const SlabTask &task, const SlabPart &from);

  Ranks &ranks;
  SlabParts &parts;
  const Decomposition division;
  const std::vector<int> ranksOf;
  std::map<std::pair<int, int>, Inbox> inboxes; // by part and queue of the sender
  std::deque<Buffer> outgoing;
  std::vector<Leaving> leaving;
  double waited = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
