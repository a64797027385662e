/// \file Lanes over the driver's calls.
#include "stencilc/cuda/Lane.h"
#include "stencilc/cuda/Driver.h"
#include "stencilc/cuda/Streams.h"
#include <utility>

namespace stencilc::inline STENCILC_SPACE::cuda {

Lane::~Lane() {
  const Driver *driver = nullptr;
  for (Event event : events)
    if (enter(driver))
      driver->eventDestroy(event);
  destroyStream(order);
  destroyStream(side);
}

Status Lane::open(bool isApart) {
  const Driver *driver = nullptr;
  int least = 0, greatest = 0;
  Status status = enter(driver);
  if (status)
    status = check(*driver, driver->contextGetPriorities(&least, &greatest),
                   "asking for the priorities of streams");
  for (Stream *stream : {&order, &side})
    if (status)
      status =
          check(*driver,
                driver->streamCreateWithPriority(stream, kNonBlocking, isApart ? greatest : least),
                "creating a stream");
  while (status && events.size() < kEvents + kForks) {
    Event event = nullptr;
    status = check(*driver, driver->eventCreate(&event, kNoTiming), "creating an event");
    if (status)
      events.push_back(event);
  }
  return status;
}

template <class Function, class... Arguments>
void Lane::call(Function Driver::*function, Arguments... arguments) {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  if (status)
    status = check(*driver, (driver->*function)(arguments...), "streaming the domain");
  if (first)
    first = std::move(status);
}

void Lane::waitFor(const Lane &other, std::int64_t number) {
  call(&Driver::streamWaitEvent, order, other.event(number), 0u);
}

Status Lane::copy(const Place &to, const ConstPlace &from, const Box &box) {
  return cuda::copy(to, from, box, order);
}

void Lane::fork() {
  call(&Driver::eventRecord, events[kEvents], order);
  call(&Driver::streamWaitEvent, side, events[kEvents], 0u);
}

void Lane::join() {
  call(&Driver::eventRecord, events[kEvents + 1], side);
  call(&Driver::streamWaitEvent, order, events[kEvents + 1], 0u);
}

void Lane::finish() { call(&Driver::eventRecord, event(count++), order); }

Status Lane::await(std::int64_t number) {
  call(&Driver::eventSynchronize, event(number));
  return std::exchange(first, {});
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
