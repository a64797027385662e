/// \file A module (built program) that is loaded into this process.
#pragma once

#include "library/JitLibrary.h"
#include "runtime/core/device/cuda/DriverTypes.h"
#include <memory>
#include <string>

namespace stencilc::library {

/// A module that is loaded into this process, with its CUDA kernels. The destructor unloads both.
/// Several modules may be loaded at once, also copies of the same one. Each object is used by one
/// thread at a time.
class LoadedModule {
public:
  /// Loads the module in `file`: the format of ModuleFile.h, or a shared library if the name ends
  /// in ".so". Calls its function `entry`, which takes no arguments and returns the address of the
  /// module's description. Returns null on failure, with the reason in `why`.
  ///
  /// If its CUDA kernels cannot be loaded, the result depends on `needsKernels`. If it is true, the
  /// call fails. Otherwise all kernels get a dummy address, and no run can launch them, because it
  /// first reports why the device cannot be used.
  static std::unique_ptr<LoadedModule> open(const std::string &file, const char *entry,
                                            bool needsKernels, std::string &why);
  LoadedModule(const LoadedModule &) = delete;
  LoadedModule &operator=(const LoadedModule &) = delete;
  ~LoadedModule();

  /// Returns the address that the entry function has returned. It is valid as long as this object.
  template <class Description> const Description *description() const {
    return static_cast<const Description *>(described);
  }

private:
  LoadedModule() = default;
  bool openLibrary(const std::string &file, const char *entry, std::string &why);
  bool openObject(const std::string &file, const char *entry, bool needsKernels, std::string &why);

  std::optional<JitCode> code;    // of a module that was built in this process
  void *handle = nullptr;         // of a shared library
  cuda::Module kernels = nullptr; // null: the module has none, or they could not be loaded
  const void *described = nullptr;
};

} // namespace stencilc::library
