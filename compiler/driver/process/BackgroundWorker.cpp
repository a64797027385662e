/// \file A background worker: a child process that works while its parent goes on.
#include "driver/process/BackgroundWorker.h"
#include "driver/process/Handle.h"
#include "driver/process/Process.h"
#include "driver/process/WorkFolder.h"
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace stencilc::driver {

namespace {

constexpr char kLeft = 'l'; // sent after the work to detach the worker
constexpr int kEnded = 1;

/// Calls `transfer` until `bytes` bytes have been read or sent. `transfer` gets the number of bytes
/// done so far, and returns the result of read() or send(). Returns false if the other end of the
/// connection is closed.
template <class Transfer> bool moveAll(std::size_t bytes, Transfer transfer) {
  for (std::size_t moved = 0; moved < bytes;) {
    const ssize_t more = transfer(moved);
    if (more < 0 && errno == EINTR)
      continue;
    if (more <= 0)
      return false;
    moved += static_cast<std::size_t>(more);
  }
  return true;
}

/// Sends `bytes` bytes of `text`. Returns false, and raises no signal, if the other end of the
/// socket is closed.
bool sendAll(int socket, const char *text, std::size_t bytes) {
  return moveAll(bytes, [&](std::size_t moved) {
    return send(socket, text + moved, bytes - moved, MSG_NOSIGNAL);
  });
}

/// Reads `bytes` bytes from standard input. Returns false at the end of the input.
bool readAll(char *text, std::size_t bytes) {
  return moveAll(
      bytes, [&](std::size_t moved) { return read(STDIN_FILENO, text + moved, bytes - moved); });
}

/// Starts `command` as a child process, with the file descriptors `input`, `output` and `errors` as
/// its streams, and sets `pid`. Returns 0, or the error number of a failure.
int start(const std::vector<std::string> &command, int input, int output, int errors, pid_t &pid) {
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_adddup2(&streams, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&streams, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&streams, errors, STDERR_FILENO);
  const std::vector<char *> words = pointersTo(command);
  const int code = posix_spawn(&pid, words[0], &streams, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&streams);
  return code;
}

/// Waits until the child `process` has ended, and returns true with its wait status in `status`.
/// Returns false if the event descriptor `left` is set, which detaches the child. `socket` closes
/// when the child ends. Checks the child every 200 ms as well, because another process may hold a
/// copy of the socket, which then stays open.
bool awaitEnd(pid_t process, int socket, int left, int &status) {
  constexpr int kMilliseconds = 200;
  for (;;) {
    pollfd events[] = {{socket, POLLIN, 0}, {left, POLLIN, 0}};
    const bool isGone = poll(events, 2, kMilliseconds) > 0 && events[0].revents != 0;
    if (waitpid(process, &status, isGone ? 0 : WNOHANG) == process)
      return true;
    if (events[1].revents != 0)
      return false;
  }
}

} // namespace

BackgroundWorker::BackgroundWorker() : left(eventfd(0, EFD_CLOEXEC)) {}
BackgroundWorker::~BackgroundWorker() { close(left); }

void BackgroundWorker::leave() const {
  const std::uint64_t one = 1;
  (void)!write(left, &one, sizeof one);
}

BackgroundWorker::End BackgroundWorker::run(const std::vector<std::string> &command,
                                            const std::string &work) const {
  End end;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    end.said = std::strerror(errno);
    return end;
  }
  const Handle mine(ends[0]), output(memfd_create("said", MFD_CLOEXEC)),
      errors(memfd_create("errors", MFD_CLOEXEC));
  Handle its(ends[1]);
  pid_t pid = -1;
  if (const int code = start(command, its, output, errors, pid)) {
    end.said = std::strerror(code);
    return end;
  }
  its.reset(-1);
  const std::uint64_t bytes = work.size();
  (void)(sendAll(mine, reinterpret_cast<const char *>(&bytes), sizeof bytes) &&
         sendAll(mine, work.data(), work.size())); // awaitEnd() notices if it has ended
  int status = 0;
  if (!awaitEnd(pid, mine, left, status)) {
    end.isLeft = true;
    (void)sendAll(mine, &kLeft, 1);
    return end;
  }
  end.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  end.said = textOf(output);
  end.errors = textOf(errors);
  return end;
}

bool takeWork(std::string &work) {
  std::uint64_t bytes = 0;
  if (!readAll(reinterpret_cast<char *>(&bytes), sizeof bytes))
    return false;
  work.resize(bytes);
  if (!readAll(work.data(), work.size()))
    return false;
  std::thread([] {
    char word = 0;
    if (readAll(&word, 1) && word == kLeft)
      return;
    removeWorkFolders();
    _exit(kEnded);
  }).detach();
  return true;
}

} // namespace stencilc::driver
