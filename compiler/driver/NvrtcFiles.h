/// \file Where NVRTC, NVIDIA's compiler of CUDA text in a library, may lie on this machine.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// What the search looks at; a place that is empty is left out.
struct NvrtcPlaces {
  std::string cudaHome;                 // CUDA_HOME
  std::string nvcc;                     // full path
  std::string defaultToolkit;           // /usr/local/cuda
  bool loader = true;                   // the dynamic loader's own search
  std::string loaderPath;               // LD_LIBRARY_PATH, which that looks at first
  std::string virtualEnv, condaPrefix;  // VIRTUAL_ENV, CONDA_PREFIX
  std::string home;                     // whose .local holds what `pip install --user` brings
  std::string python;                   // full path of python3
  std::vector<std::string> systemRoots; // as /usr: lib/python3*/{site,dist}-packages below
};

/// The places of this machine and its environment.
NvrtcPlaces nvrtcPlaces();

/// A library that may be NVRTC, found by its name.
struct NvrtcFile {
  std::string path;
  int major = 0, minor = 0; // as the names of the files say; the minor is 0 where they do not
};

/// All of them, each once, in the order of the search: toolkits, the loader, Python's packages
/// nvidia-cuda-nvrtc and nvidia-cuda-nvrtc-cu12. Opens none but those of the loader.
std::vector<NvrtcFile> nvrtcFiles(const NvrtcPlaces &places);

/// What that search depends on: changes when a library comes, goes or is replaced by another. Opens
/// none.
std::string nvrtcFilesState(const NvrtcPlaces &places);

} // namespace stencilc::driver
