/// \file Programs that are started and waited for, and that never outlive this process.
///
/// Between this process and the program is a guard, a copy of this process that does nothing but
/// wait: it passes signals on to the program and all that it started, ends them when their time is
/// over or when this process has died, by whatever signal, and then removes its work folders.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

struct ProcessRequest {
  std::vector<std::string> command;     // full path and arguments
  std::string outputFile;               // instead of standard output; empty: inherited
  std::string errorFile;                // the same of standard error; may be the same file
  std::string *said = nullptr;          // filled with both, together, instead
  std::vector<std::string> environment; // "NAME=VALUE", beside what is inherited
  unsigned seconds = 0;                 // that it may take at most; 0: any time
};

/// Exit code of the program; -1 if it could not be started, -2 if it was ended by a signal or for
/// lack of time, with the reason in `error`.
int runProcess(const ProcessRequest &request, std::string &error);

/// Runs a command with inherited streams, or files for standard output and errors.
int execute(const std::vector<std::string> &command, const std::string &outputFile,
            std::string &error, const std::string &errorFile = "", unsigned seconds = 0);

/// Pointers as execve() and posix_spawn() take them, to texts that live on.
std::vector<char *> pointersTo(const std::vector<std::string> &texts);

} // namespace stencilc::driver
