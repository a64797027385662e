/// \file Several runs of one module: the module is loaded once, and a forked copy of the process
/// executes runs until one fails.
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

/// Executes the runs that `file` lists, one after the other, in a forked copy of this process. A
/// run that fails or dies ends the copy, and another copy goes on with the next run. Memory that a
/// run allocates on the heap is filled with a pattern, so that no run finds what an earlier one
/// left. Prints the wait status of each run on a line of its own (see waitpid). Returns the exit
/// code: 0 unless the list cannot be read.
int forkRuns(const ProgramDescription &program, const char *name, const std::string &file);

/// The wait statuses that forkRuns() printed into `file`, fewer than there were runs if the process
/// ended early.
std::vector<int> readStatuses(const std::string &file);

} // namespace stencilc::driver
