/// \file Messages between processes by MPI, through the library that `stencilc mpi` builds.
#pragma once

#include "runtime/parts/ranks/RankLink.h"
#include "stencilc/mpi/Functions.h"
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the path of the library that `stencilc mpi` has built: the value of STENCILC_MPI if not
/// empty, even if no such file exists. Otherwise looks for `libstencilc-mpi.so` in the folder of
/// this program, then in the cache folder (STENCILC_CACHE, XDG_CACHE_HOME/stencilc or
/// ~/.cache/stencilc). Returns "" if neither folder has it.
std::string mpiLibraryFile();
inline constexpr const char *kMpiLibraryName = "libstencilc-mpi.so";

/// Loads the library in `file` and returns its function table. The library stays loaded. Returns
/// null and sets `why` if it cannot be loaded or belongs to another version of stencilc.
const stencilc_mpi *openMpiLibrary(const std::string &file, std::string &why);

/// Starts MPI and connects to the other processes of the run. Returns null and sets `why` to a
/// message if that fails.
std::unique_ptr<RankLink> openMpiLink(const stencilc_mpi &functions, std::string &why);

} // namespace stencilc::inline STENCILC_SPACE
