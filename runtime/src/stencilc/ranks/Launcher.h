/// \file What the environment says of the processes that `mpirun` or `srun` has started with this
/// one.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

struct Launched {
  int size = 1, rank = 0; // of all processes
  int local = 0;          // which one of this host
  int localSize = 1;      // how many this host has, as far as that is known
  std::string by;         // for people: "Open MPI"; empty: nobody
  bool areSeveral() const { return size > 1; }
};

/// Open MPI, MPICH and Intel MPI (PMI), MVAPICH2 and Slurm's steps. One process where
/// STENCILC_MPI is set and empty: all that were started are runs of their own then.
Launched launched();

/// What this host is called.
std::string hostName();

/// Where this is not the first process: waits a little before it ends with an error that the first
/// one is about to tell, too. Launchers end all processes as soon as one has failed.
void letFirstSpeak();

} // namespace stencilc::inline STENCILC_SPACE
