/// \file A lane of the host: tasks run in a thread of their own, or at once in the caller's.
#pragma once

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
  explicit LaneHost(bool isApart);
  ~LaneHost() override;

  Stream stream() const override { return nullptr; }

  void waitFor(Lane &other, std::int64_t number) override {
    enqueue([&other, number] { static_cast<LaneHost &>(other).awaitEnd(number); });
  }
  Status copy(const device::Place &to, const device::ConstPlace &from,
              const device::Box &box) override;
  void call(std::function<void()> step) override { enqueue(std::move(step)); }
  // Here nothing runs beside the tasks.
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
