/// \file Signals that ask for an end: passed on to the programs under way, and a question that long
/// work asks, so that what has been done is kept.
#pragma once

#include <sys/types.h>

namespace stencilc::driver {

/// While one of these lives, an interrupt (SIGINT) or a request to end (SIGTERM, SIGHUP) does not
/// end the process but is remembered. Otherwise it ends as the signal would end it, after the
/// programs that were started and without leaving work folders. One at a time.
class Interruptible {
public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible &) = delete;
  Interruptible &operator=(const Interruptible &) = delete;

  /// Whether there was one since the object was made; may be asked from any thread.
  static bool wasInterrupted();
  /// Exit codes of what a signal has ended begin here, as those of shells do.
  static constexpr int kBySignal = 128;
  /// The exit code of a command that has ended as it was asked to: kBySignal and the signal's
  /// number.
  static int exitCode();
  /// Ends the process as the signal would have, where nothing has come of what it interrupted.
  [[noreturn]] static void endAsAsked();
};

/// A process that is told of every signal that asks this one to end, or to stop and go on.
class Informed {
public:
  Informed(); // before the process is started: what comes from now on is for it
  ~Informed();
  Informed(const Informed &) = delete;
  Informed &operator=(const Informed &) = delete;

  /// The process has been started.
  void started(pid_t process);
  /// The process has ended, and its number may soon be another's. Where a signal asked for the end,
  /// and nobody is Interruptible, this process ends here.
  void ended();

private:
  int place = -1; // in the handler's table
  int before = 0; // signals that had come
};

/// From now on this is a run whose state is kept: a request for it (SIGUSR1) goes to the programs
/// under way, and where there is none it is forgotten; the first signal that asks for the end
/// before a step is done ends the process with exitCode(), and a note if `says`.
void keepsState(bool says);

/// Signals are handled as described from now on; those the caller ignores (nohup) stay ignored, but
/// for what an Interruptible listens to.
void handleSignals();

} // namespace stencilc::driver
