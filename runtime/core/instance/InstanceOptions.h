/// \file The options with which a simulation is created.
#pragma once

#include "runtime/core/instance/RunLimits.h"
#include "runtime/core/stepping/SplitSteps.h"
#include <cstddef>
#include <cstdint>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

class Ranks;

/// The options with which a simulation is created.
struct InstanceOptions : RunLimits {
  std::int64_t extents[3] = {1, 1, 1}; // 1 for axes that the program does not have
  void *memory = nullptr;              // device memory of the caller; null: allocate it
  std::size_t memoryBytes = 0;         // size of `memory`
  bool mustUseFiles = false;           // use files even if host memory is large enough
  const double *parameters = nullptr;  // one value per parameter; null: the defaults
  /// Number of time steps that will be run, or 0 if not known. The plan of a domain larger than
  /// device memory depends on it. In a long run, run() times several kernels for the same steps
  /// during its first steps, and waits for them.
  std::int64_t steps = 0;
  /// The caller's choice whether to time kernel variants (kernels for the same time steps), or
  /// empty for the default. By default they are timed if the program has several, or if the domain
  /// is out of core on a GPU.
  std::optional<bool> triesKernels;
  /// Rates of kernel variants (kernels for the same time steps) from the trial of an earlier run.
  /// If they include all variants that run() would time, run() uses them instead.
  std::vector<KernelRate> learnt;
  Ranks *ranks = nullptr;      // processes that share the domain; null: one process
  bool onlyFirstReads = false; // only process 0 needs the cells that are copied out
  /// Function that is called before memory for fields is allocated, with a description for the
  /// user. The text says how the domain is kept in host memory or files, or divided among devices.
  /// If the domain is in the memory of one device, the function is not called.
  void (*planned)(void *user, const char *text) = nullptr;
  void *plannedUser = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE
