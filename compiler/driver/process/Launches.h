/// \file Runs of several processes that `mpirun` or `srun` has started.
#pragma once

#include "driver/cli/Options.h"
#include "support/Diagnostics.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The MPI library of this tool, by which the processes of a run communicate, and whether it works.
struct MpiState {
  std::string file;    // path of the library; empty: it was not built
  std::string library; // the MPI it was built with; empty: unusable
  std::string problem; // why it cannot be used
};
/// Finds the MPI library of this tool and tries to load it. Returns the result.
MpiState mpiState();

/// Returns the path of the first program among `names` that is on PATH. `names` are alternative
/// names of one MPI program, such as mpicxx and mpic++. Returns an empty string after a reported
/// error.
std::string findOfMpi(const std::vector<std::string> &names, Diagnostics &diags);

/// Returns the number of processes among which a domain is divided: the processes of a run that
/// mpirun or srun has started, or the number of --processes. Returns 0 if there is neither,
/// or in a process of another program, which has loaded libstencilc (library/Guest.h).
int processesOf(const Options &options);

/// Makes this process quiet (in `options`) if it is one of several that mpirun or srun has started,
/// and not the first, so that messages appear once. Each process calls it. Returns false, with the
/// reason in `why`, if the options do not allow several processes.
bool joinLaunch(Options &options, std::string &why);

/// A lock by which the processes of a run on one host build modules (programs) one after the other,
/// so that each module is built once. While a process holds the object, it writes to standard error
/// only if it is the first of its host. The lock has no effect in a run of one process.
class BuildLock {
public:
  BuildLock();
  ~BuildLock();
  BuildLock(const BuildLock &) = delete;
  BuildLock &operator=(const BuildLock &) = delete;

private:
  bool isFirst = true;        // this process is the first of its host and builds first
  int lock = -1, errors = -1; // descriptors: the lock file, the former standard error
};

/// Returns true if this process has rank 0 in the run. Only that process prints messages.
bool isFirstProcess();

} // namespace stencilc::driver
