/// \file Finds the files of NVRTC, NVIDIA's library that compiles CUDA code.
#pragma once

#include <string>
#include <vector>

namespace stencilc::library {

/// Folders and files in which the library NVRTC is searched for. An empty string is skipped.
struct NvrtcPlaces {
  std::string cudaHome;                 // CUDA_HOME
  std::string nvcc;                     // full path
  std::string defaultToolkit;           // /usr/local/cuda
  bool loader = true;                   // also ask the dynamic loader
  std::string loaderPath;               // LD_LIBRARY_PATH, which the loader searches first
  std::string besidePackage;            // the folder site-packages in which stencilc is installed
  std::string virtualEnv, condaPrefix;  // VIRTUAL_ENV, CONDA_PREFIX
  std::string home;                     // HOME; `pip install --user` installs into its .local
  std::string python;                   // full path of python3
  std::vector<std::string> systemRoots; // like /usr; their lib/python3* folders are searched
};

/// Returns the folders and files of this machine that may hold NVRTC, from environment variables
/// and PATH.
NvrtcPlaces nvrtcPlaces();

/// A file that has the name of an NVRTC library. Its content has not been checked.
struct NvrtcFile {
  std::string path;
  int major = 0, minor = 0; // version, from file names; minor 0 if unknown
};

/// Returns all NVRTC files in `places`, without duplicates, in the order of the search: toolkits,
/// the dynamic loader, then Python packages. Only files that the loader finds are opened.
std::vector<NvrtcFile> nvrtcFiles(const NvrtcPlaces &places);

/// Returns a text that changes when an NVRTC file is added, removed or replaced in `places`. Opens
/// no library. Caches use it as part of their key.
std::string nvrtcFilesState(const NvrtcPlaces &places);

} // namespace stencilc::library
