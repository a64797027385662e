/// \file Searches for NVRTC in CUDA toolkits, by the dynamic loader, and in Python packages.
#include "library/nvrtc/NvrtcFiles.h"
#include "library/FileState.h"
#include "library/OwnTool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <algorithm>
#include <dlfcn.h>
#include <link.h>

namespace stencilc::library {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr int kMajors[] = {13, 12}; // versions that support C++20

std::string environment(const char *name) { return llvm::sys::Process::GetEnv(name).value_or(""); }

std::string libraryName(int major) { return "libnvrtc.so." + std::to_string(major); }

/// Returns the names in `folder` that begin with `start`, sorted. The list is empty if the folder
/// cannot be read.
std::vector<std::string> namesIn(const std::string &folder, llvm::StringRef start) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (const llvm::StringRef name = path::filename(entry->path()); name.starts_with(start))
      names.push_back(name.str());
  llvm::sort(names);
  return names;
}

/// Returns the minor version of the NVRTC file `library`, whose major version is `major`. Reads it
/// from the name of another file in the same folder, such as libnvrtc-builtins.so.13.0. If there
/// are several, the highest counts. Returns 0 if there is none.
int minorBeside(const std::string &library, int major) {
  const std::string start = "libnvrtc-builtins.so." + std::to_string(major) + ".";
  int newest = 0;
  for (const std::string &name : namesIn(path::parent_path(library).str(), start)) {
    int minor = 0;
    if (!llvm::StringRef(name).drop_front(start.size()).getAsInteger(10, minor))
      newest = std::max(newest, minor);
  }
  return newest;
}

/// Searches folders for NVRTC and collects the files it finds, each once.
class Search {
public:
  std::vector<NvrtcFile> files;

  /// Adds the NVRTC libraries of the CUDA toolkit in `folder` to `files`. Does nothing if `folder`
  /// is empty.
  void toolkit(const std::string &folder) {
    if (folder.empty())
      return;
    for (const char *libraries : {"/lib64", "/lib"})
      for (int major : kMajors)
        add(folder + libraries + "/" + libraryName(major), major);
  }

  /// Adds to `files` the NVRTC libraries that the dynamic loader finds, at most one for each major
  /// version.
  void loader() {
    for (int major : kMajors) {
      // The library stays open: most often it is the one that is used.
      void *const library = dlopen(libraryName(major).c_str(), RTLD_LAZY | RTLD_LOCAL);
      link_map *map = nullptr;
      if (library && dlinfo(library, RTLD_DI_LINKMAP, static_cast<void *>(&map)) == 0 && map)
        add(map->l_name, major);
    }
  }

  /// Adds to `files` the NVRTC libraries that pip has installed for any Python 3 below `root`, as
  /// in <root>/lib/python3.11/site-packages/nvidia/... Does nothing if `root` is empty.
  void pythonRoot(const std::string &root) {
    if (root.empty())
      return;
    const std::string libraries = root + "/lib/";
    for (const std::string &python : namesIn(root + "/lib", "python3"))
      for (const char *kind : {"/site-packages", "/dist-packages"})
        packages(libraries + python + kind);
  }

  /// Adds to `files` the NVRTC libraries in `folder`, a folder such as site-packages in which pip
  /// installs NVIDIA's packages. Does nothing if `folder` is empty.
  void packages(const std::string &folder) {
    if (folder.empty())
      return;
    add(folder + "/nvidia/cu13/lib/" + libraryName(13), 13);
    add(folder + "/nvidia/cuda_nvrtc/lib/" + libraryName(12), 12);
  }

private:
  /// Adds the NVRTC file `library` of the major version `major` to `files`. Does nothing if the
  /// file does not exist or is in `files` already.
  void add(const std::string &library, int major) {
    llvm::SmallString<256> real;
    if (fs::real_path(library, real))
      return;
    const std::string whole = real.str().str();
    if (llvm::none_of(files, [&](const NvrtcFile &file) { return file.path == whole; }))
      files.push_back({whole, major, minorBeside(whole, major)});
  }
};

/// Returns the parent of the folder that holds `program`: /usr for /usr/bin/python3.
std::string rootOf(const std::string &program) {
  return path::parent_path(path::parent_path(program)).str();
}

std::string realPath(const std::string &file) {
  llvm::SmallString<256> real;
  return file.empty() || fs::real_path(file, real) ? "" : real.str().str();
}

} // namespace

NvrtcPlaces nvrtcPlaces() {
  const auto program = [](const char *name) {
    const auto found = llvm::sys::findProgramByName(name);
    return found ? *found : std::string();
  };
  NvrtcPlaces places;
  places.cudaHome = environment("CUDA_HOME");
  places.nvcc = program("nvcc");
  places.defaultToolkit = "/usr/local/cuda";
  places.loaderPath = environment("LD_LIBRARY_PATH");
  places.besidePackage = fromTool("../..");
  places.virtualEnv = environment("VIRTUAL_ENV");
  places.condaPrefix = environment("CONDA_PREFIX");
  places.home = environment("HOME");
  places.python = program("python3");
  places.systemRoots = {"/usr", "/usr/local"};
  return places;
}

std::vector<NvrtcFile> nvrtcFiles(const NvrtcPlaces &places) {
  Search search;
  search.toolkit(places.cudaHome);
  // The nvcc on PATH may be a link into a toolkit, so both folders are searched.
  search.toolkit(rootOf(places.nvcc));
  search.toolkit(rootOf(realPath(places.nvcc)));
  search.toolkit(places.defaultToolkit);
  if (places.loader)
    search.loader();
  search.packages(places.besidePackage);
  search.pythonRoot(places.virtualEnv);
  search.pythonRoot(places.condaPrefix);
  search.toolkit(places.condaPrefix); // conda's package cuda-nvrtc
  if (!places.home.empty())
    search.pythonRoot(places.home + "/.local");
  for (const std::string &root : places.systemRoots)
    search.pythonRoot(root);
  // In a virtual environment python3 is a link, but the packages are in the folder of the link.
  search.pythonRoot(rootOf(places.python));
  search.pythonRoot(rootOf(realPath(places.python)));
  return std::move(search.files);
}

std::string nvrtcFilesState(const NvrtcPlaces &places) {
  NvrtcPlaces others = places;
  others.loader = false;
  std::string state;
  for (const NvrtcFile &file : nvrtcFiles(others))
    state += fileState(file.path);
  if (!places.loader)
    return state;
  state += fileState("/etc/ld.so.cache"); // lists the libraries of the loader's other folders
  for (const llvm::StringRef folder : llvm::split(places.loaderPath, ':'))
    for (const int major : kMajors)
      state += fileState((folder + "/" + libraryName(major)).str());
  return state;
}

} // namespace stencilc::library
