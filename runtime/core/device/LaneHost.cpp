/// \file The thread that executes the tasks of a queue on the host.
#include "runtime/core/device/LaneHost.h"
#include "runtime/core/device/HostCopy.h"

namespace stencilc::inline STENCILC_SPACE {

LaneHost::LaneHost(bool isApart) {
  if (isApart)
    thread = std::thread([this] { work(); });
}

LaneHost::~LaneHost() {
  if (!thread.joinable())
    return;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    ends = true;
  }
  changed.notify_all();
  thread.join();
}

Status LaneHost::copy(const device::Place &to, const device::ConstPlace &from,
                      const device::Box &box) {
  enqueue([to, from, box] { host::copyBox(to, from, box); });
  return {};
}

void LaneHost::finish() {
  enqueue([this] {
    const std::lock_guard<std::mutex> lock(mutex);
    ++ended;
    changed.notify_all();
  });
}

Status LaneHost::await(std::int64_t number) {
  awaitEnd(number);
  return {};
}

bool LaneHost::hasEnded(std::int64_t number) {
  const std::lock_guard<std::mutex> lock(mutex);
  return ended > number;
}

void LaneHost::enqueue(std::function<void()> step) {
  if (!thread.joinable())
    return step();
  const std::lock_guard<std::mutex> lock(mutex);
  steps.push_back(std::move(step));
  changed.notify_all();
}

void LaneHost::awaitEnd(std::int64_t number) {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return ended > number; });
}

void LaneHost::work() {
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return ends || !steps.empty(); });
    if (steps.empty())
      return;
    const std::function<void()> step = std::move(steps.front());
    steps.pop_front();
    lock.unlock();
    step();
  }
}

} // namespace stencilc::inline STENCILC_SPACE
