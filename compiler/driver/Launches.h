/// \file Runs that `mpirun` or `srun` starts several processes of.
#pragma once

#include "driver/Options.h"
#include "support/Diagnostics.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The library by which processes find each other.
struct MpiState {
  std::string file;    // empty: it was not built
  std::string library; // the MPI that it was built with; empty: it cannot be used
  std::string problem; // why
};
MpiState mpiState();

/// The first of `names`, programs of the site's MPI, that is on PATH; empty after a report.
std::string findOfMpi(const std::vector<std::string> &names, Diagnostics &diags);

/// How many processes share the domain: those that were started for a run, or that are asked for;
/// 0: nobody has said anything.
int processesOf(const Options &options);

/// Lets the first of the processes that were started for a run speak alone. False where a run
/// cannot be one of several, with the reason.
bool joinLaunch(Options &options, std::string &why);

/// While one lives, no other process of this host builds the same, and what goes wrong is told by
/// one process of each host; nothing where this process was started alone.
class BuildTurn {
public:
  BuildTurn();
  ~BuildTurn();
  BuildTurn(const BuildTurn &) = delete;
  BuildTurn &operator=(const BuildTurn &) = delete;

private:
  bool isFirst = true;        // of this host, which builds first
  int lock = -1, errors = -1; // descriptors: of what is locked, and where errors went before
};

/// Whether this is the process that tells people what a run has done.
bool isFirstProcess();

} // namespace stencilc::driver
