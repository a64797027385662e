/// \file Runs modules (built code of a program, or of the machine probe) in a child process with
/// this tool's own runtime.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// Names of the internal commands that run built programs (modules): `stencilc run-module` and
/// `stencilc run-probe`. The tool starts them itself; users do not see them.
inline constexpr const char *kRunModule = "run-module", *kRunProbe = "run-probe";

/// Returns the command that runs `module`, a built program. The caller appends the program's
/// arguments. If `better` is not empty, the run watches for a file with this name, and changes to
/// the faster kernels in it when it appears. `schedule` is their schedule, for the summary. An
/// empty file means that there will be no faster kernels.
std::vector<std::string> moduleCommand(const std::string &module, const std::string &better = "",
                                       const std::string &schedule = "");
/// Returns the command that executes the built program `module` once for each run in the file
/// `list` (ForkedRuns.h).
std::vector<std::string> moduleRunsCommand(const std::string &module, const std::string &list);
/// Returns the command that measures this machine (`stencilc probe`) with the kernels in `module`,
/// a built program. If `module` is empty, only the host is measured. The caller appends options.
std::vector<std::string> probeCommandOf(const std::string &module);

/// Executes `stencilc run-module MODULE [--better=FILE --better-schedule=SCHEDULE] ARGUMENTS...`,
/// which runs the built program MODULE once. When FILE appears, the run changes to the faster
/// kernels in it, which have the schedule SCHEDULE. With `--runs=FILE` after MODULE, executes each
/// run that FILE lists. `argc` and `argv` are those of main(). Returns the exit code.
int runModule(int argc, const char *const *argv);
/// Executes `stencilc run-probe [--module=MODULE] OPTIONS...`: measures this machine and prints its
/// machine file (measured rates). MODULE has the built kernels that measure a GPU. Without it, only
/// the host is measured. `argc` and `argv` are those of main(). Returns the exit code.
int runProbe(int argc, const char *const *argv);

} // namespace stencilc::driver
