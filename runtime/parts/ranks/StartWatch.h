/// \file A time limit for the start of a run with several processes.
#pragma once

#include "stencilc/Version.h"
#include <condition_variable>
#include <mutex>
#include <thread>

namespace stencilc::inline STENCILC_SPACE {

/// Time limit for MPI's start, which waits for all processes, cannot be interrupted and has no
/// limit itself. If the object exists for more than `seconds`, a message is printed and this
/// process ends. The launcher then ends the others. 0 seconds mean no limit.
class StartWatch {
public:
  StartWatch(double seconds, int rank);
  ~StartWatch();
  StartWatch(const StartWatch &) = delete;
  StartWatch &operator=(const StartWatch &) = delete;

private:
  void watch(double seconds, int rank);

  std::mutex mutex;
  std::condition_variable ended;
  bool isOver = false;
  std::thread thread;
};

} // namespace stencilc::inline STENCILC_SPACE
