/// \file Task queue of the host. Its tasks run in a separate thread, or at once in the thread of
/// the caller.
#pragma once

#include "runtime/core/device/Lane.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace stencilc::inline STENCILC_SPACE {

/// Task queue of the host. Tasks are numbered from 0, and each call of finish() ends a task. A
/// queue without a thread of its own runs its tasks immediately, in the thread of the caller. If it
/// waits for a task of another queue, that task must be enqueued already.
class LaneHost final : public Lane {
public:
  /// Creates a task queue. With `isApart` true, its tasks run in a separate thread. Otherwise each
  /// task runs immediately in the thread of the caller.
  explicit LaneHost(bool isApart);
  ~LaneHost() override;

  Stream stream() const override { return nullptr; }

  void waitFor(Lane &other, std::int64_t number) override {
    enqueue([&other, number] { static_cast<LaneHost &>(other).awaitEnd(number); });
  }
  Status copy(const device::Place &to, const device::ConstPlace &from,
              const device::Box &box) override;
  void call(std::function<void()> step) override { enqueue(std::move(step)); }
  // The host has no second stream: the tasks of a queue run in order.
  void fork() override {}
  Stream beside() const override { return nullptr; }
  void join() override {}
  void finish() override;
  Status await(std::int64_t number) override;
  bool hasEnded(std::int64_t number) override;

private:
  void enqueue(std::function<void()> step);
  void awaitEnd(std::int64_t number);
  void work();

  std::thread thread;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> steps;
  std::int64_t ended = 0;
  bool ends = false;
};

} // namespace stencilc::inline STENCILC_SPACE
