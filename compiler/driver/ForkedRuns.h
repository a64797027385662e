/// \file Several runs of one module in one process: the module is loaded once, and each run is a
/// copy of that process.
#pragma once

#include "stencilc/Description.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// A run of a module's program.
struct ForkedRun {
  std::vector<std::string> arguments; // of the program; none is empty
  std::string outputFile;             // receives standard output
};

/// Writes `runs` to `file` for forkRuns(). Returns false if the file cannot be written.
bool writeRuns(const std::string &file, const std::vector<ForkedRun> &runs);

/// Executes the runs that `file` lists, one after the other, each in a forked copy of this process,
/// so that a run that dies takes nothing with it. Prints the wait status of each run on a line of
/// its own (see waitpid). Returns the exit code: 0 unless the list cannot be read.
int forkRuns(const ProgramDescription &program, const char *name, const std::string &file);

/// The wait statuses that forkRuns() printed into `file`, fewer than there were runs if the process
/// ended early.
std::vector<int> readStatuses(const std::string &file);

} // namespace stencilc::driver
