/// \file Transfers by NCCL between the devices of all processes that share a domain.
#pragma once

#include "runtime/parts/ranks/Nccl.h"
#include "runtime/parts/ranks/Ranks.h"
#include <functional>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// NCCL communicators of this process's devices. An NCCL transfer waits in a stream until the other
/// side takes part, possibly forever if that process is dead. Therefore no function blocks except
/// await(), which polls for failures of all processes. After a failure await() aborts the
/// communicators, which ends the work in all streams.
class NcclLink {
public:
  NcclLink(const Nccl &nccl, Ranks &ranks) : nccl(nccl), ranks(ranks) {}
  NcclLink(const NcclLink &) = delete;
  NcclLink &operator=(const NcclLink &) = delete;
  ~NcclLink();

  /// Creates communicators between the `size` devices of all processes. This process has `devices`,
  /// which are numbered from `first` on. All processes must call it. Returns a failure of NCCL or
  /// of any process.
  Status open(int size, int first, const std::vector<Device *> &devices);

  /// Calls `enqueue`, a function that calls send() and receive(), and submits all of these
  /// transfers as one NCCL group. The group runs after earlier work in each device's stream and
  /// before later work.
  Status together(const std::function<Status()> &enqueue);
  /// Enqueues in `stream` a send of `bytes` bytes from device `from`, of this process, to device
  /// `to` of another process. Devices are numbered through all processes.
  Status send(int from, int to, const void *data, std::size_t bytes, Stream stream);
  /// Enqueues in `stream` a receive of `bytes` bytes on device `to`, of this process, from device
  /// `from` of another process. Devices are numbered through all processes.
  Status receive(int to, int from, void *data, std::size_t bytes, Stream stream);

  /// Polls until `isOver` returns true. If any process or NCCL fails, it aborts all transfers and
  /// returns the failure.
  Status await(const std::function<bool()> &isOver);

private:
  NcclCommunicator communicatorOf(int device) const;
  Status checked(NcclResult result, NcclCommunicator of = nullptr) const;
  /// Sets `isUnderWay` to true if NCCL has not yet completed the last call on some communicator.
  /// Returns an error if NCCL has failed asynchronously.
  Status look(bool &isUnderWay) const;
  /// Calls `function` for each communicator of this process and returns the first error.
  Status forEach(NcclResult (*function)(NcclCommunicator));
  void abort();

  const Nccl &nccl;
  Ranks &ranks;
  int first = 0;
  std::vector<NcclCommunicator> communicators; // one for each device of this process
};

} // namespace stencilc::inline STENCILC_SPACE
