/// \file Signals that ask this process to end. They are passed on to child processes. Code that
/// holds an Interruptible object can finish its current piece of work before the process ends.
#pragma once

#include <sys/types.h>

namespace stencilc::driver {

/// Object during whose lifetime SIGINT, SIGTERM and SIGHUP only set a flag. Without such an object
/// they end the process, after its child processes have ended and its work folders have been
/// removed. Only one object may exist at a time.
class Interruptible {
public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible &) = delete;
  Interruptible &operator=(const Interruptible &) = delete;

  /// Returns true if SIGINT, SIGTERM or SIGHUP has come since an Interruptible object was last made
  /// or destroyed. Any thread may call it.
  static bool wasInterrupted();
  /// The exit code of a process that a signal has ended is this number plus the number of the
  /// signal, as in shells.
  static constexpr int kBySignal = 128;
  /// Returns the exit code of a command that has ended because of a signal: kBySignal plus the
  /// number of the signal.
  static int exitCode();
  /// Ends this process by the default action of the signal that has come. Called if the interrupted
  /// work has no result to write.
  [[noreturn]] static void endAsAsked();
};

/// A child process that receives every signal that asks this process to end, to stop, or to
/// continue.
class Informed {
public:
  Informed(); // call before the child is started: later signals are passed on to it
  ~Informed();
  Informed(const Informed &) = delete;
  Informed &operator=(const Informed &) = delete;

  /// Registers the child process, which has just been started, to receive signals.
  void started(pid_t process);
  /// Unregisters the child process, which then gets no more signals. It must have ended, and
  /// waitpid() must not have freed its process number yet. If a signal has asked this process to
  /// end and no Interruptible (object that delays the end) exists, ends this process, too.
  void ended();

private:
  int place = -1; // index in the table of the signal handler
  int before = 0; // number of signals at construction
};

/// Changes the signal handling of a run with --checkpoint. SIGUSR1, a request to save the state,
/// goes to the child processes, or is ignored if there are none. A first SIGINT or SIGTERM that
/// comes while no child process exists ends the process with 128 plus the signal's number. If
/// `says` is true, it also prints a note that nothing has been done.
void keepsState(bool says);

/// Installs the signal handlers of this file. Signals that were ignored when the tool was started,
/// as by nohup, stay ignored until an Interruptible is made: it handles SIGINT and SIGTERM in any
/// case. Does nothing if this process belongs to another program, which has loaded libstencilc
/// (library/Guest.h).
void handleSignals();

} // namespace stencilc::driver
