/// \file A lane of the host: tasks run in a thread of their own, or at once in the caller's.
#pragma once

#include "stencilc/HostCopy.h"
#include "stencilc/stream/Lane.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace stencilc::inline STENCILC_SPACE {

/// Tasks are numbered by finish() from 0. The lane whose tasks run at once must only wait for tasks
/// that are enqueued already.
class LaneHost final : public Lane {
public:
  /// `isApart`: tasks run beside the caller.
  explicit LaneHost(bool isApart) {
    if (isApart)
      thread = std::thread([this] { work(); });
  }
  ~LaneHost() override {
    if (!thread.joinable())
      return;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      ends = true;
    }
    changed.notify_all();
    thread.join();
  }

  Stream stream() const override { return nullptr; }

  void waitFor(Lane &other, std::int64_t number) override {
    enqueue([&other, number] { static_cast<LaneHost &>(other).awaitEnd(number); });
  }
  Status copy(const device::Place &to, const device::ConstPlace &from,
              const device::Box &box) override {
    enqueue([to, from, box] { host::copyBox(to, from, box); });
    return {};
  }
  void call(std::function<void()> step) override { enqueue(std::move(step)); }
  // Here nothing runs beside the tasks.
  void fork() override {}
  Stream beside() const override { return nullptr; }
  void join() override {}
  void finish() override {
    enqueue([this] {
      const std::lock_guard<std::mutex> lock(mutex);
      ++ended;
      changed.notify_all();
    });
  }
  Status await(std::int64_t number) override {
    awaitEnd(number);
    return {};
  }

private:
  void enqueue(std::function<void()> step) {
    if (!thread.joinable())
      return step();
    const std::lock_guard<std::mutex> lock(mutex);
    steps.push_back(std::move(step));
    changed.notify_all();
  }
  void awaitEnd(std::int64_t number) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return ended > number; });
  }
  void work() {
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

  std::thread thread;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> steps;
  std::int64_t ended = 0;
  bool ends = false;
};

} // namespace stencilc::inline STENCILC_SPACE
