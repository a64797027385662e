/// \file Several runs of one module, which is a compiled program. The module is loaded once, and
/// forked copies of the process execute the runs.
#pragma once

#include "stencilc/Description.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// One run of a compiled program: its arguments and the file for its output.
struct ForkedRun {
  std::vector<std::string> arguments; // of the program; no argument is empty
  std::string outputFile;             // receives standard output
};

/// Writes the list of `runs` to `file`, for a later execution of all runs. Returns false if the
/// file cannot be written.
bool writeRuns(const std::string &file, const std::vector<ForkedRun> &runs);

/// Executes the runs that `file` lists, one after the other, in a forked copy of this process. If a
/// run fails, the copy ends and another copy continues with the next run. Heap memory is filled
/// with a pattern, so that no run can use values of an earlier one. Prints the wait status (see
/// waitpid) of each run as a line. Returns an exit code: not 0 if the list cannot be read or no
/// copy can be started.
int forkRuns(const ProgramDescription &program, const char *name, const std::string &file);

/// Reads the wait statuses (see waitpid) of executed runs from `file`, one for each run. The list
/// is shorter than that of the runs if the process ended early.
std::vector<int> readStatuses(const std::string &file);

} // namespace stencilc::driver
