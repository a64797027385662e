/// \file Signals that ask this process to end. They are passed on to child processes. Work that
/// takes long can complete a step before the process ends.
#pragma once

#include <sys/types.h>

namespace stencilc::driver {

/// Object during whose lifetime SIGINT, SIGTERM and SIGHUP are only recorded. Without such an
/// object they end the process, after its child processes have ended and its work folders have been
/// removed. Only one object may exist at a time.
class Interruptible {
public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible &) = delete;
  Interruptible &operator=(const Interruptible &) = delete;

  /// Returns whether SIGINT, SIGTERM or SIGHUP has come since the object was made. Any thread may
  /// call it.
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
  /// Unregisters the child process. It must have ended but not been removed by waitpid(). If a
  /// signal has asked this process to end and no Interruptible exists, ends this process, too.
  void ended();

private:
  int place = -1; // index in the table of the signal handler
  int before = 0; // number of signals at construction
};

/// Changes the signal handling of a run that saves its state. SIGUSR1, a request to save the state,
/// goes to the child processes, or is ignored if there are none. If a signal to end comes before
/// the first time step, the process ends with 128 plus the signal's number. It then prints a note
/// if `says` is true.
void keepsState(bool says);

/// Installs the signal handlers of this file. Signals that were ignored when the tool was started,
/// as by nohup, stay ignored. SIGINT and SIGTERM are handled nevertheless once an Interruptible has
/// been made.
void handleSignals();

} // namespace stencilc::driver
