/// \file Reductions over an out-of-core domain, for reports, `until` rules and reductions within a
/// time step. The last launch of a traversal (pass of all planes) reduces each plane. The host
/// combines the values.
#pragma once

#include "stencilc/Check.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/OutOfCoreDomain.h"

namespace stencilc::inline STENCILC_SPACE {

/// The kinds of values (sum, maximum and so on) that a reduction computes, and the index of the
/// first one among all kinds.
struct ReducedKinds {
  const int *reductions;
  int count, first;
};

class ReducedPlanes {
public:
  /// Creates an object without values. `device` is the last of the devices that planes pass
  /// through. It completes time steps.
  ReducedPlanes(const OutOfCoreDomain &domain, Device &device) : domain(domain), device(device) {}
  ReducedPlanes(const ReducedPlanes &) = delete;
  ReducedPlanes &operator=(const ReducedPlanes &) = delete;
  ~ReducedPlanes();

  /// Returns the bytes of device memory that the reduction of `chunk` planes at a time needs.
  static std::uint64_t bytesFor(const OutOfCoreDomain &domain, int chunk);
  Status allocate(int chunk);
  /// Removes all values, and selects the reports that are due after `steps` time steps.
  void want(std::int64_t steps);
  /// Removes all values, before a reduction within a time step.
  void wantGlobalReduction() { chunks.clear(); }
  /// Returns the reports and `until` rules that are due after `steps` time steps.
  const std::vector<const CheckDescription *> &dueAfter(std::int64_t steps) const;
  /// Returns the address of device memory that holds intermediate values during a reduction.
  double *partials() const { return static_cast<double *>(memory); }
  /// Begins the reduction of the planes `planes`, the next ones of the domain.
  void begin(PlaneRange planes) { chunks.push_back(planes); }
  /// Enqueues the copy of reduced values from device memory at `values` to the host. They belong to
  /// the planes of the last begin(), and are ordered by kind (sum, maximum and so on), then by
  /// plane.
  Status load(const ReducedKinds &kinds, const double *values, Lane &lane) const;
  /// Combines the values of all planes, in the order of the planes, into one result for each kind
  /// (sum, maximum and so on). All tasks must have ended. `ranks` are the processes that share the
  /// domain, or null.
  Status join(const ReducedKinds &kinds, Ranks *ranks, std::vector<double> &results) const;

  ReducedKinds kindsOf(const CheckDescription &check) const;
  static ReducedKinds kindsOf(const GlobalReductionDescription &globalReduction) {
    return {globalReduction.reductions, globalReduction.count,
            0}; // an in-step reduction is the only reduction
  }

private:
  /// Returns the address of the first value of `kinds` in host memory.
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
