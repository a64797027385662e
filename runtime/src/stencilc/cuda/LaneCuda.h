/// \file Lane.h on a GPU: a stream, and an event for each of the newest tasks.
#pragma once

#include "stencilc/stream/Lane.h"
#include <vector>

namespace stencilc {

/// Tasks are numbered by finish() from 0. Of a task that has no event any more a later one's is
/// waited for.
class Lane {
public:
  Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  ~Lane() {
    for (cudaEvent_t event : events)
      cudaEventDestroy(event);
    device::destroyStream(order);
    device::destroyStream(side);
  }

  /// Tasks of a lane apart from the kernels are copies and short kernels that copies wait for.
  Status open(bool isApart) {
    int least = 0, greatest = 0;
    Status status = device::fromCuda(cudaDeviceGetStreamPriorityRange(&least, &greatest),
                                     "asking for the priorities of streams");
    for (Stream *stream : {&order, &side})
      if (status)
        status = device::fromCuda(
            cudaStreamCreateWithPriority(stream, cudaStreamNonBlocking, isApart ? greatest : least),
            "creating a stream");
    while (status && events.size() < kEvents + kForks) {
      cudaEvent_t event = nullptr;
      status = device::fromCuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming),
                                "creating an event");
      if (status)
        events.push_back(event);
    }
    return status;
  }
  Stream stream() const { return order; }

  /// What comes next waits until task `number` of `other` has ended.
  void waitFor(Lane &other, std::int64_t number) {
    keep(cudaStreamWaitEvent(order, other.event(number), 0));
  }
  Status copy(const device::Place &to, const device::ConstPlace &from, const device::Box &box) {
    return device::copy(to, from, box, order);
  }
  /// What is put beside() from now on waits for what is in order so far, and runs beside what
  /// comes next, until that waits for it in join().
  void fork() {
    keep(cudaEventRecord(events[kEvents], order));
    keep(cudaStreamWaitEvent(side, events[kEvents], 0));
  }
  Stream beside() const { return side; }
  void join() {
    keep(cudaEventRecord(events[kEvents + 1], side));
    keep(cudaStreamWaitEvent(order, events[kEvents + 1], 0));
  }
  /// Ends the description of a task.
  void finish() { keep(cudaEventRecord(event(count++), order)); }
  /// Waits until task `number` has ended; says what failed since the last call.
  Status await(std::int64_t number) {
    keep(cudaEventSynchronize(event(number)));
    const cudaError_t error = first;
    first = cudaSuccess;
    return device::fromCuda(error, "streaming the domain");
  }

private:
  static constexpr std::size_t kEvents = 4096, kForks = 2; // of tasks; of fork() and join()
  cudaEvent_t event(std::int64_t number) const {
    return events[static_cast<std::size_t>(number) % kEvents];
  }
  void keep(cudaError_t error) {
    if (first == cudaSuccess)
      first = error;
  }

  Stream order = nullptr, side = nullptr;
  std::vector<cudaEvent_t> events;
  std::int64_t count = 0;
  cudaError_t first = cudaSuccess;
};

} // namespace stencilc
