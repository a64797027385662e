/// \file Messages between devices by NCCL: the devices of this process among those of all that
/// share a domain.
#pragma once

#include "stencilc/ranks/Nccl.h"
#include "stencilc/ranks/Ranks.h"
#include <functional>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// What is sent by NCCL waits in a stream until it is received, for ever if the receiver is dead.
/// So no call waits by itself: await() looks for failures of any process meanwhile, and after one
/// gives up what is under way, with which streams come to an end.
class NcclLink {
public:
  NcclLink(const Nccl &nccl, Ranks &ranks) : nccl(nccl), ranks(ranks) {}
  NcclLink(const NcclLink &) = delete;
  NcclLink &operator=(const NcclLink &) = delete;
  ~NcclLink();

  /// Joins `size` devices, of which this process has `devices`, numbered from `first` on. All
  /// processes call it.
  Status open(int size, int first, const std::vector<Device *> &devices);

  /// Calls enqueue(), which sends and receives. All that goes at once: after what the streams of a
  /// device have so far, before what is put there afterwards.
  Status together(const std::function<Status()> &enqueue);
  /// From device `from` of this process to device `to` of another, or the other way round.
  Status send(int from, int to, const void *data, std::size_t bytes, Stream stream);
  Status receive(int to, int from, void *data, std::size_t bytes, Stream stream);

  /// Waits until isOver(), or a process fails.
  Status await(const std::function<bool()> &isOver);

private:
  NcclCommunicator communicatorOf(int device) const;
  Status checked(NcclResult result, NcclCommunicator of = nullptr) const;
  /// Whether a call has not been carried out yet; a failure of NCCL.
  Status look(bool &isUnderWay) const;
  /// Calls a function for all communicators.
  Status forEach(NcclResult (*function)(NcclCommunicator));
  void abort();

  const Nccl &nccl;
  Ranks &ranks;
  int first = 0;
  std::vector<NcclCommunicator> communicators; // of the devices of this process
};

} // namespace stencilc::inline STENCILC_SPACE
