/// \file Ends this process if MPI does not start in time.
#include "runtime/parts/ranks/StartWatch.h"
#include "runtime/core/support/Status.h"
#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

StartWatch::StartWatch(double seconds, int rank) {
  if (seconds > 0)
    thread = std::thread([=, this] { watch(seconds, rank); });
}

StartWatch::~StartWatch() {
  {
    const std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  ended.notify_one();
  if (thread.joinable())
    thread.join();
}

void StartWatch::watch(double seconds, int rank) {
  std::unique_lock<std::mutex> lock(mutex);
  if (ended.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return isOver; }))
    return;
  std::fprintf(stderr,
               "error: process %d has waited %.6g seconds for the others to start (--patience)\n",
               rank, seconds);
  _exit(Status::device("").exitCode());
}

} // namespace stencilc::inline STENCILC_SPACE
