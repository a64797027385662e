/// \file A limit on the time in which the processes of a run find each other.
#pragma once

#include "stencilc/Version.h"
#include <condition_variable>
#include <mutex>
#include <thread>

namespace stencilc::inline STENCILC_SPACE {

/// Ends this process with a message where it lives for more than `seconds`; for ever if that is 0.
/// A library of MPI waits for all processes as it starts, without end, and cannot be interrupted.
/// The launcher ends the other processes once one has ended so.
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
