/// \file Planes between the processes of a run by MPI, through buffers of the host.
///
/// Planes that leave are copied to a buffer, from where post() sends them; those that arrive go
/// from a buffer to their place. What is sent is in a buffer, so that no process waits until
/// another has read.
#pragma once

#include "stencilc/slabs/RankTransport.h"

namespace stencilc::inline STENCILC_SPACE {

class BufferTransport final : public RankTransport {
public:
  using RankTransport::RankTransport;
  ~BufferTransport() override;

  Status post() override;
  Status end(bool) override { return {}; }
  Status await(std::int64_t) override { return {}; } // whose sender has sent is waited for at once
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
  /// A task whose planes leave.
  struct Leaving {
    Buffer *buffer;
    std::uint64_t bytes;
    int to, tag;
    SlabWait task;
  };

  static int tagOf(const SlabTask &task);
  /// A buffer that nobody uses any more.
  Status take(Device &device, Buffer *&taken);
  Status receive(const SlabTask &task, const SlabPart &to) override;
  Status takeIn(const SlabTask &task, const SlabPart &to, Lane &queue);
  Status leave(const SlabTask &task, const SlabPart &from) override;
  Status putOut(const SlabTask &task, const SlabPart &from, Lane &queue);

  std::map<std::pair<int, int>, Buffer> incoming; // by part and queue of the sender
  std::deque<Buffer> outgoing;
  std::vector<Leaving> leaving;
  double waited = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
