/// \file Child processes that never outlive this process.
#include "driver/process/Process.h"
#include "driver/process/Guard.h"
#include "driver/process/Handle.h"
#include "driver/process/Interrupt.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stencilc::driver {

namespace {

/// Returns the environment of this process with the variables in `added`, each "NAME=VALUE". They
/// replace inherited variables of the same name.
std::vector<std::string> environmentWith(const std::vector<std::string> &added) {
  std::vector<std::string> all = added;
  for (char **variable = environ; *variable; ++variable) {
    const std::string text = *variable, name = text.substr(0, text.find('=') + 1);
    bool isNew = true;
    for (const std::string &other : added)
      isNew = isNew && other.compare(0, name.size(), name) != 0;
    if (isNew)
      all.push_back(text);
  }
  return all;
}

/// File descriptors for standard output and standard error of a child process. -1 means that the
/// child inherits the stream of this process.
struct Streams {
  Handle output, errors;

  /// Opens the output files of a child process. Returns false and sets `error` if one cannot be
  /// written.
  bool open(const ProcessRequest &request, std::string &error) {
    if (request.said) {
      output.reset(memfd_create("said", MFD_CLOEXEC));
      errors.reset(dup(output)); // both streams share one file
      return true;
    }
    constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
    const auto openOne = [&](Handle &handle, const std::string &file) {
      if (!file.empty())
        handle.reset(::open(file.c_str(), kFlags, 0666));
      if (!file.empty() && handle < 0)
        error = "'" + file + "': " + std::strerror(errno);
      return error.empty();
    };
    if (!openOne(output, request.outputFile))
      return false;
    if (!request.errorFile.empty() && request.errorFile == request.outputFile) {
      errors.reset(dup(output));
      return true;
    }
    return openOne(errors, request.errorFile);
  }
};

/// Returns the exit code of a child process: its own, -1 if it could not be started, or -2 if a
/// signal or the time limit ended it. Sets `error` to the reason if it is negative.
int exitCode(const GuardReport &report, std::string &error) {
  switch (report.outcome) {
  case GuardReport::NotStarted:
    error = std::strerror(report.value);
    return -1;
  case GuardReport::TimedOut:
    error = "it exceeded its time limit and was ended";
    return -2;
  case GuardReport::Ended:
    if (WIFEXITED(report.value))
      return WEXITSTATUS(report.value);
    error = strsignal(WTERMSIG(report.value));
    if (WCOREDUMP(report.value))
      error += " (core dumped)";
    return -2;
  case GuardReport::Lost:
    break;
  }
  error = "it was ended by another program";
  return -2;
}

/// Waits until the child process `guard` has ended, and does not reap it. Sends it SIGTERM once
/// `*stop` is true; `stop` may be null.
void awaitGuard(pid_t guard, const std::atomic<bool> *stop) {
  constexpr useconds_t kPause = 5000; // microseconds
  bool isLast = !stop;
  for (;;) {
    siginfo_t info = {};
    if (waitid(P_PID, id_t(guard), &info, WEXITED | WNOWAIT | (isLast ? 0 : WNOHANG)) != 0) {
      if (errno != EINTR)
        return;
    } else if (info.si_pid == guard) {
      return;
    } else if (*stop) {
      kill(guard, SIGTERM);
      isLast = true;
    } else {
      usleep(kPause);
    }
  }
}

} // namespace

std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::string textOf(int file) {
  std::string text;
  char buffer[1 << 14];
  lseek(file, 0, SEEK_SET);
  for (ssize_t got; (got = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  return text;
}

int runProcess(const ProcessRequest &request, std::string &error) {
  Streams streams;
  int ends[2];
  if (!streams.open(request, error))
    return -1;
  if (pipe2(ends, O_CLOEXEC) != 0) {
    error = std::strerror(errno);
    return -1;
  }
  const Handle from(ends[0]);
  Handle to(ends[1]);
  std::vector<std::string> environment = environmentWith(request.environment);
  const std::vector<char *> words = pointersTo(request.command),
                            variables = pointersTo(environment);
  const GuardedProgram program = {words.data(),   variables.data(), streams.output,
                                  streams.errors, request.seconds,  to,
                                  getpid()};
  Informed informed;
  sigset_t everything, before;
  sigfillset(&everything);
  // No signal may arrive before the guard is ready.
  pthread_sigmask(SIG_BLOCK, &everything, &before);
  const pid_t guard = fork();
  if (guard == 0)
    beGuard(program, before);
  const int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  to.reset(-1);
  if (guard < 0) {
    error = std::strerror(code);
    return -1;
  }
  informed.started(guard);
  awaitGuard(guard, request.stop);
  GuardReport report;
  if (read(from, &report, sizeof report) != ssize_t(sizeof report))
    report = GuardReport();
  if (request.said)
    *request.said = textOf(streams.output);
  // Does not return if this process must end. The guard is not reaped yet, so its id is valid.
  informed.ended();
  while (waitpid(guard, nullptr, 0) < 0 && errno == EINTR) {
  }
  return exitCode(report, error);
}

int execute(const std::vector<std::string> &command, const std::string &outputFile,
            std::string &error, const std::string &errorFile, unsigned seconds) {
  ProcessRequest request;
  request.command = command;
  request.outputFile = outputFile;
  request.errorFile = errorFile;
  request.seconds = seconds;
  return runProcess(request, error);
}

} // namespace stencilc::driver
