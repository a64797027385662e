/// \file Work that may crash, executed in a forked copy of this process.
#include "driver/process/InCopy.h"
#include "driver/process/Handle.h"
#include "driver/process/Interrupt.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

namespace stencilc::driver {

namespace {

bool writeAll(int file, const std::string &bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t more = write(file, bytes.data() + done, bytes.size() - done);
    if (more < 0 && errno != EINTR)
      return false;
    done += more > 0 ? static_cast<std::size_t>(more) : 0;
  }
  return true;
}

/// Executes `work` in the forked copy of the process, writes its result to `output`, and exits. A
/// crash of `work` prints nothing. The copy is killed when the process `parent` ends.
[[noreturn]] void beCopy(llvm::function_ref<std::string()> work, int output, pid_t parent,
                         const sigset_t &mask) {
  prctl(PR_SET_NAME, "stencilc-copy");
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) // it died before that
    _exit(1);
  // Signal handlers of this process would print a stack trace or signal other processes.
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGSEGV, SIGBUS, SIGILL, SIGFPE,
                           SIGABRT, SIGTRAP, SIGSYS}) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
      std::signal(number, SIG_DFL);
  }
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  _exit(writeAll(output, work()) ? 0 : 1);
}

} // namespace

std::optional<std::string> inCopy(llvm::function_ref<std::string()> work, std::string &why) {
  const Handle output(memfd_create("made", MFD_CLOEXEC));
  const pid_t self = getpid();
  Informed informed;
  sigset_t everything, before;
  sigfillset(&everything);
  // Signals are blocked so that the copy never runs this process's handlers.
  pthread_sigmask(SIG_BLOCK, &everything, &before);
  const pid_t copy = fork();
  if (copy == 0)
    beCopy(work, output, self, before);
  const int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (copy < 0) {
    why = std::strerror(code);
    return std::nullopt;
  }
  informed.started(copy);
  siginfo_t info;
  while (waitid(P_PID, id_t(copy), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  informed.ended(); // may end this process; the copy's number is not reused before waitpid()
  int status = 0;
  while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return textOf(output);
  why = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "its result could not be kept";
  return std::nullopt;
}

} // namespace stencilc::driver
