/// \file Implements task queues with CUDA streams and events.
#include "runtime/core/device/cuda/Lane.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/device/cuda/Streams.h"
#include <utility>

namespace stencilc::inline STENCILC_SPACE::cuda {

Lane::~Lane() {
  for (Event event : events)
    giveBack(&Driver::eventDestroy, event);
  destroyStream(order);
  destroyStream(side);
}

Status Lane::open(bool isApart) {
  int least = 0, greatest = 0;
  Status status = call("asking for the priorities of streams", &Driver::contextGetPriorities,
                       &least, &greatest);
  for (Stream *stream : {&order, &side})
    if (status)
      status = call("creating a stream", &Driver::streamCreateWithPriority, stream, kNonBlocking,
                    isApart ? greatest : least);
  while (status && events.size() < kEvents + kForks) {
    Event event = nullptr;
    status = call("creating an event", &Driver::eventCreate, &event, kNoTiming);
    if (status)
      events.push_back(event);
  }
  return status;
}

template <class Function, class... Arguments>
void Lane::enqueue(Function Driver::*function, Arguments &&...arguments) {
  Status status = call("streaming the domain", function, arguments...);
  if (first)
    first = std::move(status);
}

void Lane::waitFor(const Lane &other, std::int64_t number) {
  enqueue(&Driver::streamWaitEvent, order, other.event(number), 0u);
}

void Lane::waitForCount(const std::uint32_t *count, std::uint32_t value) {
  enqueue(&Driver::streamWaitValue, order, address(count), value, kWaitReached);
}

Status Lane::copy(const Place &to, const ConstPlace &from, const Box &box) {
  return cuda::copy(to, from, box, order);
}

void Lane::fork() {
  enqueue(&Driver::eventRecord, events[kEvents], order);
  enqueue(&Driver::streamWaitEvent, side, events[kEvents], 0u);
}

void Lane::join() {
  enqueue(&Driver::eventRecord, events[kEvents + 1], side);
  enqueue(&Driver::streamWaitEvent, order, events[kEvents + 1], 0u);
}

void Lane::finish() { enqueue(&Driver::eventRecord, event(count++), order); }

Status Lane::await(std::int64_t number) {
  enqueue(&Driver::eventSynchronize, event(number));
  return std::exchange(first, {});
}

bool Lane::hasEnded(std::int64_t number) {
  const Driver *driver = nullptr;
  if (Status status = enter(driver); !status) {
    if (first)
      first = std::move(status);
    return true;
  }
  return driver->eventQuery(event(number)) != Result::NotReady;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
