/// \file Messages by MPI, through the library that `stencilc mpi` builds.
#pragma once

#include "stencilc/mpi/Functions.h"
#include "stencilc/ranks/RankLink.h"
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// The library's file: what STENCILC_MPI names, else `libstencilc-mpi.so` beside this program, else
/// the one of the cache (`STENCILC_CACHE`, or stencilc/ in XDG_CACHE_HOME or ~/.cache). Empty if
/// there is none.
std::string mpiLibraryFile();
inline constexpr const char *kMpiLibraryName = "libstencilc-mpi.so";

/// The functions of a library; null if it cannot be opened, and `why`. It stays open.
const stencilc_mpi *openMpiLibrary(const std::string &file, std::string &why);

/// Joins the other processes; null if that fails, and `why`.
std::unique_ptr<RankLink> openMpiLink(const stencilc_mpi &functions, std::string &why);

} // namespace stencilc::inline STENCILC_SPACE
