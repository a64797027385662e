/// \file Transfers by NCCL between the devices of all processes that share a domain.
#pragma once

#include "runtime/parts/ranks/Nccl.h"
#include "runtime/parts/ranks/Ranks.h"
#include <functional>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Sends and receives data between this process's devices and those of other processes with NCCL. A
/// transfer waits in its stream for the other side, possibly forever if that process is dead. So
/// the host waits only in await(), which checks for failures of all processes. After a failure,
/// await() aborts the work in all streams.
class NcclLink {
public:
  NcclLink(const Nccl &nccl, Ranks &ranks) : nccl(nccl), ranks(ranks) {}
  NcclLink(const NcclLink &) = delete;
  NcclLink &operator=(const NcclLink &) = delete;
  ~NcclLink();

  /// Connects the `size` devices of all processes. Devices are numbered over all processes from 0,
  /// and `devices`, those of this process, have the numbers from `first` on. All processes must
  /// call it. Returns a failure of NCCL or of any process.
  Status open(int size, int first, const std::vector<Device *> &devices);

  /// Calls `enqueue`, which must call send() and receive(), and submits all these transfers as one
  /// NCCL group. In each device's stream, the group runs after earlier work and before later work.
  /// Does not wait for the data, only until NCCL has accepted the group.
  Status together(const std::function<Status()> &enqueue);
  /// Enqueues in `stream` a send of `bytes` bytes from device `from` of this process to device `to`
  /// of another process. Both are numbers of devices, counted over all processes from 0.
  Status send(int from, int to, const void *data, std::size_t bytes, Stream stream);
  /// Enqueues in `stream` a receive of `bytes` bytes on device `to` of this process from device
  /// `from` of another process. Both are numbers of devices, counted over all processes from 0.
  Status receive(int to, int from, void *data, std::size_t bytes, Stream stream);

  /// Waits until `isOver`, which it calls repeatedly, returns true. If NCCL or any process fails
  /// meanwhile, aborts all transfers of this process and returns the failure.
  Status await(const std::function<bool()> &isOver);

private:
  NcclCommunicator communicatorOf(int device) const;
  Status checked(NcclResult result, NcclCommunicator of = nullptr) const;
  /// Sets `isUnderWay` to true if NCCL is still executing an earlier call for one of this process's
  /// devices, and otherwise to false. Returns an error if such a call has failed.
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
