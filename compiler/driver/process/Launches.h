/// \file Runs of several processes that `mpirun` or `srun` has started.
#pragma once

#include "driver/cli/Options.h"
#include "support/Diagnostics.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The state of the MPI library of this tool, by which the processes of a run communicate.
struct MpiState {
  std::string file;    // path of the library; empty: it was not built
  std::string library; // the MPI it was built with; empty: unusable
  std::string problem; // why it cannot be used
};
/// Finds the MPI library of this tool and tries to load it.
MpiState mpiState();

/// Returns the path of the first of `names`, programs of the site's MPI, that is on PATH. Returns
/// an empty string after a reported error.
std::string findOfMpi(const std::vector<std::string> &names, Diagnostics &diags);

/// Returns the number of processes among which a domain is divided: those that mpirun or srun has
/// started for a run, or those of --processes. 0 if there are neither.
int processesOf(const Options &options);

/// Makes all processes of a run except the first quiet, so that messages appear once. Returns
/// false, with the reason in `why`, if the run cannot have several processes.
bool joinLaunch(Options &options, std::string &why);

/// A lock that makes processes of a run on the same host build modules one after the other, so that
/// each module is built once. Error messages come from the first process of each host only. It has
/// no effect in a run of one process.
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

/// Returns whether this is the process of rank 0, which prints the messages of a run.
bool isFirstProcess();

} // namespace stencilc::driver
