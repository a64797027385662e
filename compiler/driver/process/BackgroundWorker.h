/// \file A background worker: a child process that works while its parent goes on.
///
/// The parent sends the input over a socket, which is the standard input of the worker and stays
/// open. If the parent dies, the socket closes and the worker ends too. The parent can also detach
/// the worker, which then finishes its work alone.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// The parent's side of a background worker, which is a child process.
class BackgroundWorker {
public:
  BackgroundWorker();
  BackgroundWorker(const BackgroundWorker &) = delete;
  BackgroundWorker &operator=(const BackgroundWorker &) = delete;
  ~BackgroundWorker();

  /// The result of a background worker (child process): its exit code and output, or that it was
  /// detached and still runs.
  struct End {
    bool isLeft = false;      // it was detached and still runs
    int code = -1;            // else its exit code; -1 if it was killed or not started
    std::string said, errors; // its output streams; `said` is the reason if it did not start
  };
  /// Starts the background worker `command`, sends it `work` as its input, and waits. Returns when
  /// the worker has ended, or when another thread has detached the worker.
  End run(const std::vector<std::string> &command, const std::string &work) const;
  /// Detaches the background worker, which then finishes its work alone. The call that waits for
  /// the worker returns.
  void leave() const;

private:
  int left = -1; // an event descriptor, set by leave()
};

/// Reads the input that the parent of this background worker sends, into `work`. Starts a thread
/// that ends this process when the parent ends, unless the parent has detached this worker. Returns
/// false if the input is incomplete.
bool takeWork(std::string &work);

} // namespace stencilc::driver
