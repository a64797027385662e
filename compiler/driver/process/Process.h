/// \file Child processes that never outlive this process.
///
/// A guard process is between this process and the program. It passes signals on to the program and
/// all its children. It kills them at the time limit, or if this process dies. Then it removes the
/// temporary folders.
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace stencilc::driver {

/// A program to run as a child process, its streams and its time limit.
struct ProcessRequest {
  std::vector<std::string> command; // full path of the program, then its arguments
  std::string outputFile;           // for standard output; empty: inherited
  std::string errorFile;            // for standard error; may be the same file; empty: inherited
  std::string *said = nullptr;      // if set, receives all output instead
  std::vector<std::string> environment;    // "NAME=VALUE", added to the inherited variables
  unsigned seconds = 0;                    // time limit in seconds; 0: none
  const std::atomic<bool> *stop = nullptr; // ends the program once it is true; null: never
};

/// Runs a program and waits for its end. Returns its exit code. Returns -1 if it could not be
/// started, or -2 if a signal or the time limit ended it, with the reason in `error`.
int runProcess(const ProcessRequest &request, std::string &error);

/// Runs `command` and waits for its end. Its output goes to the given files, or to the streams of
/// this process if a name is empty. Returns the exit code. A negative code means that the command
/// could not start or was ended, and `error` is the reason.
int execute(const std::vector<std::string> &command, const std::string &outputFile,
            std::string &error, const std::string &errorFile = "", unsigned seconds = 0);

/// Returns the null-terminated array of pointers that execve() and posix_spawn() need. The pointers
/// refer to `texts`, which must stay alive.
std::vector<char *> pointersTo(const std::vector<std::string> &texts);

} // namespace stencilc::driver
