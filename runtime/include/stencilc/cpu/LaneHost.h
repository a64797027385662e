/// \file Lane.h on the host: tasks run in a thread of their own, or at once in the caller's.
#pragma once

#include "stencilc/stream/Lane.h"
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace stencilc {

/// Tasks are numbered by finish() from 0. The lane whose tasks run at once must only wait for tasks
/// that are enqueued already.
class Lane {
public:
  Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  ~Lane() {
    if (!thread.joinable())
      return;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      ends = true;
    }
    changed.notify_all();
    thread.join();
  }

  /// `isApart`: tasks run beside the caller.
  Status open(bool isApart) {
    if (isApart)
      thread = std::thread([this] { work(); });
    return {};
  }
  Stream stream() const { return nullptr; }

  /// What comes next waits until task `number` of `other` has ended.
  void waitFor(Lane &other, std::int64_t number) {
    enqueue([&other, number] { other.awaitEnd(number); });
  }
  Status copy(const device::Place &to, const device::ConstPlace &from, const device::Box &box) {
    enqueue([to, from, box] { (void)device::copy(to, from, box, nullptr); });
    return {};
  }
  /// What comes next is a call.
  void call(std::function<void()> step) { enqueue(std::move(step)); }
  /// Here nothing runs beside the tasks.
  void fork() {}
  void join() {}
  /// Ends the description of a task.
  void finish() {
    enqueue([this] {
      const std::lock_guard<std::mutex> lock(mutex);
      ++ended;
      changed.notify_all();
    });
  }
  /// Waits until task `number` has ended.
  Status await(std::int64_t number) {
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

} // namespace stencilc
