/// \file The processes that `mpirun` or `srun` has started together with this one, according to the
/// environment.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

struct Launched {
  int size = 1, rank = 0; // number of processes; index of this one
  int local = 0;          // index of this process on its host
  int localSize = 1;      // processes on this host; 1 if not known
  std::string by; // name of the launcher for messages, such as "Open MPI"; empty without one
  bool areSeveral() const { return size > 1; }
};

/// Returns the number of processes of the run and the index of this one, as its launcher has set
/// them in the environment. Knows Open MPI, MPICH or Intel MPI (PMI), MVAPICH2 and Slurm. Returns
/// one process if there is no launcher, or if STENCILC_MPI is set to an empty text.
Launched launched();

/// Returns the host name of this machine.
std::string hostName();

/// Sleeps 2 seconds unless this is process 0. Call it before an exit with an error that process 0
/// also detects and prints. Launchers end all processes as soon as one has failed, possibly before
/// process 0 has printed.
void silenceAllButRoot();

} // namespace stencilc::inline STENCILC_SPACE
