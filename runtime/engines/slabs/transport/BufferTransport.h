/// \file Transport of planes between the processes of a run by MPI, through pinned host buffers.
///
/// Planes that leave a process are copied to a buffer, from which post() sends them. Planes that
/// arrive are copied from a buffer to the slab that needs them. Because of the buffers, no sender
/// waits for its receiver.
#pragma once

#include "runtime/engines/slabs/transport/RankTransport.h"

namespace stencilc::inline STENCILC_SPACE {

class BufferTransport final : public RankTransport {
public:
  using RankTransport::RankTransport;
  ~BufferTransport() override;

  Status post() override;
  Status end(bool) override { return {}; }
  Status await(std::int64_t) override { return {}; } // receive() waits for planes at once
  double secondsWaited() const override { return waited; }

private:
  /// Pinned host memory for planes of one message.
  struct Buffer {
    explicit Buffer(Device &device) : device(device) {}
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { device.releaseHost(memory, bytes); }
    /// Allocates the buffer again if it is smaller than `wanted` bytes. Its contents are then lost.
    Status hold(std::uint64_t wanted);

    Device &device;
    unsigned char *memory = nullptr;
    std::uint64_t bytes = 0;
    RankRequest request; // the message that is being sent from it
    bool isTaken = false;
  };
  /// A task that sends planes to another process: the planes are in a buffer or on their way to it,
  /// and post() has not sent the message yet.
  struct Leaving {
    Buffer *buffer;
    std::uint64_t bytes;
    int to, tag;
    SlabWait task;
  };

  static int tagOf(const SlabTask &task);
  /// Sets `taken` to an unused buffer of `device` for planes to be sent, and creates one if there
  /// is none.
  Status take(Device &device, Buffer *&taken);
  Status receive(const SlabTask &task, const SlabPart &to) override;
  Status takeIn(const SlabTask &task, const SlabPart &to, Lane &queue);
  Status leave(const SlabTask &task, const SlabPart &from) override;
  Status putOut(const SlabTask &task, const SlabPart &from, Lane &queue);

  std::map<std::pair<int, int>, Buffer> incoming; // key: part and queue of the sender
  std::deque<Buffer> outgoing;
  std::vector<Leaving> leaving;
  double waited = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
