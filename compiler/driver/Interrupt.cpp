/// \file Signals that ask for an end: passed on to the programs under way, and a question that long
/// work asks, so that what has been done is kept.
#include "driver/Interrupt.h"
#include "driver/Driver.h"
#include "driver/WorkFolder.h"
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

/// The one thing a signal handler can reach.
struct Heard {
  static constexpr pid_t kFree = 0, kStarting = -1;

  std::atomic<int> signal = 0;   // the last that asked for the end
  std::atomic<int> count = 0;    // of all of them
  std::atomic<int> patience = 0; // of Interruptible
  std::atomic<bool> keepsState = false, says = false;
  std::array<std::atomic<pid_t>, 256> processes = {};
};
Heard heard;
static_assert(std::atomic<int>::is_always_lock_free);

/// Whether there is anybody to tell.
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

/// As the signal would have done it, but for what must not stay behind.
void endBy(int signal) {
  llvm::sys::RunInterruptHandlers(); // files that LLVM writes
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

void onEnd(int signal) {
  const int code = errno;
  heard.signal = signal;
  ++heard.count;
  if (!tell(signal) && heard.patience == 0)
    endBy(signal);
  errno = code;
}

void onStop(int) {
  const int code = errno;
  tell(SIGTSTP);
  raise(SIGSTOP);
  tell(SIGCONT);
  errno = code;
}

void onRequest(int signal) {
  const int code = errno;
  tell(signal);
  errno = code;
}

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
  static std::once_flag once;
  std::call_once(once, [] {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      handle(signal, onEnd);
    handle(SIGTSTP, onStop);
    std::signal(SIGCHLD, SIG_DFL); // where it is ignored, nobody can wait
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
  handle(SIGINT, onEnd, true); // what it asks for can only be of use
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
  _exit(kUserError); // should the signal be blocked
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
  if (heard.count != before) // while it was being started
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
