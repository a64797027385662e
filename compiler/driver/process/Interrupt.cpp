/// \file Signals that ask this process to end. They are passed on to child processes. Code that
/// holds an Interruptible object can finish its current piece of work before the process ends.
#include "driver/process/Interrupt.h"
#include "driver/Driver.h"
#include "driver/process/WorkFolder.h"
#include "library/Guest.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <unistd.h>

namespace stencilc::driver {

namespace {

/// State for signal handlers: the signals that have come, and the child processes. All members are
/// lock-free.
struct Heard {
  static constexpr pid_t kFree = 0, kStarting = -1;

  std::atomic<int> signal = 0;   // the last signal that asked this process to end
  std::atomic<int> count = 0;    // number of these signals
  std::atomic<int> patience = 0; // number of Interruptible objects
  std::atomic<bool> keepsState = false, says = false;
  std::array<std::atomic<pid_t>, 256> processes = {};
};
Heard heard;
static_assert(std::atomic<int>::is_always_lock_free);

/// Sends `signal` to all registered child processes. Returns true if there are any, including child
/// processes that are being started.
bool tell(int signal) {
  bool told = false;
  for (const std::atomic<pid_t> &process : heard.processes)
    if (const pid_t number = process; number != Heard::kFree) {
      told = true;
      if (number > 0)
        kill(number, signal);
    }
  return told;
}

/// Removes work folders and temporary files, then ends the process by the default action of
/// `signal`. A run with --checkpoint ends with exit code 128 plus `signal` instead, if this is its
/// first signal and is SIGINT or SIGTERM.
void endBy(int signal) {
  llvm::sys::RunInterruptHandlers(); // removes temporary files of LLVM
  removeWorkFolders();
  if (heard.keepsState && heard.count <= 1 && signal != SIGHUP) {
    constexpr char kText[] = "note: interrupted before the first step: nothing has been done\n";
    if (heard.says)
      (void)!write(STDERR_FILENO, kText, sizeof kText - 1);
    _exit(Interruptible::kBySignal + signal);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// Handles a signal that asks this process to end.
void onEnd(int signal) {
  const int code = errno;
  heard.signal = signal;
  ++heard.count;
  if (!tell(signal) && heard.patience == 0)
    endBy(signal);
  errno = code;
}

/// Handles SIGTSTP: stops the child processes and this process. When this process is continued, it
/// continues them.
void onStop(int) {
  const int code = errno;
  tell(SIGTSTP);
  raise(SIGSTOP);
  tell(SIGCONT);
  errno = code;
}

/// Handles SIGUSR1, a request to save the state: passes it on to the child processes.
void onRequest(int signal) {
  const int code = errno;
  tell(signal);
  errno = code;
}

/// Installs a signal handler. A signal that the process ignores stays ignored unless `alsoIgnored`
/// is true.
void handle(int signal, void (*handler)(int), bool alsoIgnored = false) {
  struct sigaction action = {};
  if (sigaction(signal, nullptr, &action) != 0 || (action.sa_handler == SIG_IGN && !alsoIgnored))
    return;
  action = {};
  action.sa_handler = handler;
  sigfillset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

} // namespace

void handleSignals() {
  if (library::isGuest())
    return;
  static std::once_flag once;
  std::call_once(once, [] {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      handle(signal, onEnd);
    handle(SIGTSTP, onStop);
    std::signal(SIGCHLD, SIG_DFL); // waitpid() does not work if it is ignored
  });
}

void keepsState(bool says) {
  heard.says = says;
  heard.keepsState = true;
  handleSignals();
  handle(SIGUSR1, onRequest);
}

Interruptible::Interruptible() {
  heard.signal = 0;
  ++heard.patience;
  handleSignals();
  handle(SIGINT, onEnd, true); // also if ignored: the results so far are saved
  handle(SIGTERM, onEnd, true);
}

Interruptible::~Interruptible() {
  --heard.patience;
  heard.signal = 0;
}

bool Interruptible::wasInterrupted() { return heard.signal != 0; }

int Interruptible::exitCode() { return kBySignal + heard.signal; }

void Interruptible::endAsAsked() {
  llvm::outs().flush();
  endBy(heard.signal);
  _exit(kUserError); // in case the signal is blocked
}

Informed::Informed() {
  handleSignals();
  before = heard.count;
  for (std::size_t i = 0; i < heard.processes.size() && place < 0; ++i) {
    pid_t free = Heard::kFree;
    if (heard.processes[i].compare_exchange_strong(free, Heard::kStarting))
      place = static_cast<int>(i);
  }
}

Informed::~Informed() {
  if (place >= 0)
    heard.processes[static_cast<std::size_t>(place)] = Heard::kFree;
}

void Informed::started(pid_t process) {
  if (place >= 0)
    heard.processes[static_cast<std::size_t>(place)] = process;
  if (heard.count != before) // a signal came while the child was being started
    kill(process, heard.signal != 0 ? heard.signal.load() : SIGTERM);
}

void Informed::ended() {
  if (place >= 0)
    heard.processes[static_cast<std::size_t>(place)] = Heard::kFree;
  place = -1;
  const int signal = heard.signal;
  if (signal == 0 || heard.patience > 0)
    return;
  llvm::outs().flush();
  endBy(signal);
}

} // namespace stencilc::driver
