/// \file NCCL communicators and transfers, which are aborted if any process fails.
#include "runtime/parts/ranks/NcclLink.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/core/support/Text.h"
#include <algorithm>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

NcclLink::~NcclLink() {
  if (communicators.empty())
    return;
  constexpr double kMost = 5; // seconds
  const double start = secondsNow();
  Status status = ranks.failure();
  if (status)
    status = forEach(nccl.finalize);
  bool isUnderWay = false;
  if (status)
    status =
        await([&] { return (look(isUnderWay) && !isUnderWay) || secondsNow() - start > kMost; });
  if (!status || isUnderWay)
    abort();
  else
    (void)forEach(nccl.destroy);
}

Status NcclLink::open(int size, int firstDevice, const std::vector<Device *> &devices) {
  NcclId id;
  if (ranks.isFirst())
    if (Status status = checked(nccl.makeId(&id)); !status)
      ranks.fail(status);
  std::vector<std::string> all;
  if (Status status = ranks.gather(std::string(id.bytes, sizeof id.bytes), all); !status)
    return status;
  std::memcpy(id.bytes, all[0].data(), sizeof id.bytes);
  first = firstDevice;
  communicators.assign(devices.size(), nullptr);
  NcclConfig config;
  return together([&] {
    Status status;
    for (std::size_t i = 0; status && i < devices.size(); ++i)
      status = devices[i]->whileCurrent(
          [&] { return checked(nccl.join(&communicators[i], size, id, first + int(i), &config)); });
    return status;
  });
}

Status NcclLink::together(const std::function<Status()> &enqueue) {
  Status status = checked(nccl.groupStart());
  if (!status)
    return status;
  status = enqueue();
  const NcclResult ended = nccl.groupEnd(); // also after a failure, or groups would nest
  if (status)
    status = checked(ended);
  if (status && ended == kNcclInProgress)
    return await([this] {
      bool isUnderWay = false;
      return look(isUnderWay) && !isUnderWay;
    });
  if (!status)
    abort();
  return status;
}

Status NcclLink::send(int from, int to, const void *data, std::size_t bytes, Stream stream) {
  NcclCommunicator const by = communicatorOf(from);
  return by ? checked(nccl.send(data, bytes, kNcclBytes, to, by, stream), by) : ranks.failure();
}

Status NcclLink::receive(int to, int from, void *data, std::size_t bytes, Stream stream) {
  NcclCommunicator const by = communicatorOf(to);
  return by ? checked(nccl.receive(data, bytes, kNcclBytes, from, by, stream), by)
            : ranks.failure();
}

Status NcclLink::await(const std::function<bool()> &isOver) {
  // In seconds. A dead process is detected within that time, and the message about it is more
  // useful than NCCL's own.
  constexpr double kWord = 1;
  Status failed;
  double since = 0;
  Status status = ranks.waitUntil(
      [&](bool &over) {
        bool isUnderWay = false;
        if (failed)
          failed = look(isUnderWay);
        if (failed)
          over = isOver();
        else if (since == 0)
          since = secondsNow();
        return failed || secondsNow() - since < kWord ? Status() : failed;
      },
      "taken or sent planes", -1);
  if (!status)
    abort();
  return status;
}

NcclCommunicator NcclLink::communicatorOf(int device) const {
  const auto at = static_cast<std::size_t>(device - first);
  return at < communicators.size() ? communicators[at] : nullptr;
}

Status NcclLink::checked(NcclResult result, NcclCommunicator of) const {
  if (result == kNcclSuccess || result == kNcclInProgress)
    return {};
  const char *const more = nccl.lastError(of);
  return Status::device(std::string("NCCL: ") + nccl.errorText(result) +
                        (more && *more ? std::string(": ") + more : "") +
                        "; NCCL_DEBUG=WARN prints more, STENCILC_NCCL= (empty) disables NCCL");
}

Status NcclLink::look(bool &isUnderWay) const {
  isUnderWay = false;
  for (NcclCommunicator const one : communicators) {
    NcclResult state = kNcclSuccess;
    Status status = checked(one ? nccl.state(one, &state) : kNcclSuccess);
    if (status)
      status = checked(state, one);
    if (!status)
      return status;
    isUnderWay = isUnderWay || state == kNcclInProgress;
  }
  return {};
}

Status NcclLink::forEach(NcclResult (*function)(NcclCommunicator)) {
  Status all;
  for (NcclCommunicator const one : communicators)
    if (Status status = checked(one ? function(one) : kNcclSuccess); !status && all.ok())
      all = status;
  return all;
}

void NcclLink::abort() {
  (void)forEach(nccl.abort);
  communicators.clear();
}

} // namespace stencilc::inline STENCILC_SPACE
