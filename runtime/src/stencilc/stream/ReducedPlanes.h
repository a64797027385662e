/// \file Reductions over an out-of-core domain, for reports, stopping rules and in-step reductions.
/// The last launch of a traversal reduces each plane, chunk by chunk; the host combines the values.
#pragma once

#include "stencilc/Check.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/OutOfCoreDomain.h"

namespace stencilc::inline STENCILC_SPACE {

/// The kinds of values that a reduction computes, and the index of the first among all kinds.
struct ReducedKinds {
  const int *reductions;
  int count, first;
};

class ReducedPlanes {
public:
  /// `device` is the last device of the chain, whose launches complete time steps.
  ReducedPlanes(const OutOfCoreDomain &domain, Device &device) : domain(domain), device(device) {}
  ReducedPlanes(const ReducedPlanes &) = delete;
  ReducedPlanes &operator=(const ReducedPlanes &) = delete;
  ~ReducedPlanes();

  /// Returns the device memory in bytes for chunks of `chunk` planes.
  static std::uint64_t bytesFor(const OutOfCoreDomain &domain, int chunk);
  Status allocate(int chunk);
  /// Prepares for the reports that are due after `steps` steps, and removes all values.
  void want(std::int64_t steps);
  /// Prepares for an in-step reduction, and removes all values.
  void wantGlobalReduction() { chunks.clear(); }
  /// Returns the reports that are due after `steps` steps.
  const std::vector<const CheckDescription *> &dueAfter(std::int64_t steps) const;
  /// Returns the workspace in device memory for the reduction of a chunk.
  double *partials() const { return static_cast<double *>(memory); }
  /// Begins the reduction of a chunk with planes `planes`.
  void begin(PlaneRange planes) { chunks.push_back(planes); }
  /// Enqueues the copy to the host of the current chunk's values, in device memory at `values`.
  /// They are ordered by kind, then by plane.
  Status load(const ReducedKinds &kinds, const double *values, Lane &lane) const;
  /// Combines the values of all planes, in their order, into one result for each kind. All tasks
  /// must have ended. `ranks` are the processes that share the domain, or null.
  Status join(const ReducedKinds &kinds, Ranks *ranks, std::vector<double> &results) const;

  ReducedKinds kindsOf(const CheckDescription &check) const;
  static ReducedKinds kindsOf(const GlobalReductionDescription &globalReduction) {
    return {globalReduction.reductions, globalReduction.count,
            0}; // an in-step reduction is the only reduction
  }

private:
  /// Returns the address of the first value of `kinds` on the host.
  double *placeOf(const ReducedKinds &kinds) const {
    return reinterpret_cast<double *>(values) + std::ptrdiff_t{kinds.first} * domain.planes();
  }
  std::uint64_t valueBytes() const;

  const OutOfCoreDomain &domain;
  Device &device;
  void *memory = nullptr;
  unsigned char *values = nullptr; // on the host
  std::vector<const CheckDescription *> due;
  std::int64_t steps = -1;
  std::vector<PlaneRange> chunks; // planes reduced so far
};

} // namespace stencilc::inline STENCILC_SPACE
