/// \file What a simulation is made with.
#pragma once

#include "stencilc/DeviceChoice.h"
#include <cstddef>
#include <cstdint>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

class Ranks;

struct InstanceOptions {
  std::int64_t extents[3] = {1, 1, 1}; // axes the program does not have hold 1
  void *memory = nullptr;              // device memory of the caller, or null to allocate
  std::size_t memoryBytes = 0;         // of `memory`
  std::uint64_t memoryLimit = 0;       // use no more than this; 0: what is free
  std::uint64_t hostMemoryLimit = 0;   // the same of the host, where the domain is streamed
  const char *scratch = nullptr;       // folder for a domain in files, or null: it rests in memory
  bool mustUseFiles = false;           // also where host memory would do
  bool resume = false;                 // go on with the run that ended early in that folder
  std::uint64_t rowPitch = 0;         // of all fields, as makeLayout takes it; 0: the program's own
  const double *parameters = nullptr; // one value each, or null for the defaults
  /// Steps that will be run, 0 if not known: a streamed run is planned for them, and the first of
  /// many go to a trial of the kernels, for which run() waits.
  std::int64_t steps = 0;
  /// Measures kernels: so, and for plans of streamed runs. Where it is not said: if the program has
  /// some to choose among, of streamed runs if they are on a GPU.
  std::optional<bool> triesKernels;
  DeviceChoice devices;            // that share the domain; none: one, the current one
  Ranks *ranks = nullptr;          // processes that share it; null: this one alone
  bool onlyFirstReads = false;     // cells that are copied out are for the first of them alone
  std::int64_t longestSegment = 0; // steps between two moments at which something is saved; 0: none
  int threads = 0;                 // of the host, for all instances from now on; 0: as before
  bool checksums = false;          // of planes of a streamed domain while they rest on the host
  /// Called before anything is allocated with how the domain is streamed, if it is.
  void (*planned)(void *user, const char *text) = nullptr;
  void *plannedUser = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE
