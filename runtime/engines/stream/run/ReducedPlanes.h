/// \file Reductions over an out-of-core domain, for reports, stopping rules (`until` statements)
/// and reductions within a time step. The last launch of a traversal (pass of all planes) reduces
/// each plane. The host combines the values.
#pragma once

#include "runtime/core/device/Lane.h"
#include "runtime/engines/stream/plan/OutOfCoreDomain.h"
#include "runtime/parts/ranks/Ranks.h"
#include "stencilc/Check.h"

namespace stencilc::inline STENCILC_SPACE {

/// Reductions (sum, maximum and so on) of one report or stopping rule (`until` statement).
/// `reductions` points to `count` indices of reductions in the program. `first` is the number of
/// reductions that all earlier reports and rules have.
struct ReducedKinds {
  const int *reductions;
  int count, first;
};

class ReducedPlanes {
public:
  /// Creates an object that has no reduced values yet. `device` computes the reductions. It is the
  /// last device that planes pass through.
  ReducedPlanes(const OutOfCoreDomain &domain, Device &device) : domain(domain), device(device) {}
  ReducedPlanes(const ReducedPlanes &) = delete;
  ReducedPlanes &operator=(const ReducedPlanes &) = delete;
  ~ReducedPlanes();

  /// Returns the bytes of device memory for reductions of at most `chunk` planes at a time.
  static std::uint64_t bytesFor(const OutOfCoreDomain &domain, int chunk);
  Status allocate(int chunk);
  /// Removes the reduced values of all planes. Then finds the reports and stopping rules (`until`
  /// statements) that need reductions and are evaluated after `steps` time steps of the run.
  /// dueAfter() returns them.
  void want(std::int64_t steps);
  /// Removes the reduced values of all planes, before a reduction within a time step begins.
  void wantGlobalReduction() { chunks.clear(); }
  /// Returns the reports and stopping rules (`until` statements) that need reductions after `steps`
  /// time steps of the run. The list is empty unless the last call of want() had the same argument.
  const std::vector<const CheckDescription *> &dueAfter(std::int64_t steps) const;
  /// Returns the address of device memory that holds intermediate values during a reduction.
  double *partials() const { return static_cast<double *>(memory); }
  /// Begins the reduction of the planes `planes`. They must follow the planes of the previous call.
  void begin(PlaneRange planes) { chunks.push_back(planes); }
  /// Enqueues in `lane` (task queue) the copy of reduced values from device memory at `values` to
  /// the host. There is one value for each kind of reduction (sum, maximum and so on) and each
  /// plane in the last call of begin(). All values of the first kind come first.
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
  /// Returns the address in host memory at which the values of the reductions `kinds` begin. There
  /// is one value for each reduction and plane.
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
