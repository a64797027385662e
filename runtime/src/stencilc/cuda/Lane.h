/// \file A queue of tasks on a GPU that other queues can wait for: a stream, and an event for each
/// of the newest tasks.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"
#include "stencilc/cuda/Memory.h"
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::cuda {

struct Driver;

/// Tasks are numbered by finish() from 0. Of a task that has no event any more a later one's is
/// waited for.
class Lane {
public:
  Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  ~Lane();

  /// Tasks of a lane apart from the kernels are copies and short kernels that copies wait for.
  Status open(bool isApart);
  Stream stream() const { return order; }

  /// What comes next waits until task `number` of `other` has ended.
  void waitFor(const Lane &other, std::int64_t number);
  /// What comes next waits until the number at `count` has reached `value`.
  void waitForCount(const std::uint32_t *count, std::uint32_t value);
  Status copy(const Place &to, const ConstPlace &from, const Box &box);
  /// What is put beside() from now on waits for what is in order so far, and runs beside what
  /// comes next, until that waits for it in join().
  void fork();
  Stream beside() const { return side; }
  void join();
  /// Ends the description of a task.
  void finish();
  /// Waits until task `number` has ended; says what failed since the last call.
  Status await(std::int64_t number);
  /// Whether task `number` has ended, or failed, which await() says.
  bool hasEnded(std::int64_t number);

private:
  static constexpr std::size_t kEvents = 4096, kForks = 2; // of tasks; of fork() and join()
  Event event(std::int64_t number) const {
    return events[static_cast<std::size_t>(number) % kEvents];
  }
  /// Calls `function` of the driver; the first failure is kept.
  template <class Function, class... Arguments>
  void enqueue(Function Driver::*function, Arguments &&...arguments);

  Stream order = nullptr, side = nullptr;
  std::vector<Event> events;
  std::int64_t count = 0;
  Status first; // failure
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
