/// \file The places on this machine in which NVRTC, the library version of the CUDA compiler, may
/// be installed.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// The places in which NVRTC is searched for. Empty ones are skipped.
struct NvrtcPlaces {
  std::string cudaHome;                 // CUDA_HOME
  std::string nvcc;                     // full path
  std::string defaultToolkit;           // /usr/local/cuda
  bool loader = true;                   // also search with the dynamic loader
  std::string loaderPath;               // LD_LIBRARY_PATH, for the dynamic loader
  std::string virtualEnv, condaPrefix;  // VIRTUAL_ENV, CONDA_PREFIX
  std::string home;                     // home folder; `pip install --user` writes to its .local
  std::string python;                   // full path of python3
  std::vector<std::string> systemRoots; // such as /usr, with lib/python3*/{site,dist}-packages
};

/// Returns the places of this machine and its environment variables in which NVRTC is searched for.
NvrtcPlaces nvrtcPlaces();

/// A library file that, by its name, is NVRTC.
struct NvrtcFile {
  std::string path;
  int major = 0, minor = 0; // from the file names; an unknown minor is 0
};

/// Returns all NVRTC libraries in `places`, without duplicates, in the order of the search.
/// Toolkits come first, then the dynamic loader, then Python's packages nvidia-cuda-nvrtc and
/// nvidia-cuda-nvrtc-cu12. Only libraries that the loader finds are opened.
std::vector<NvrtcFile> nvrtcFiles(const NvrtcPlaces &places);

/// Returns a text that changes when an NVRTC library in `places` appears, disappears or is
/// replaced. Opens no library.
std::string nvrtcFilesState(const NvrtcPlaces &places);

} // namespace stencilc::driver
