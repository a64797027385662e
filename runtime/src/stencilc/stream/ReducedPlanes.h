/// \file Numbers of all cells of a streamed domain, for reports and rules, or for a step that needs
/// them: a value of each plane, which the last launch of a traversal leaves chunk by chunk.
#pragma once

#include "stencilc/Check.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/OutOfCoreDomain.h"

namespace stencilc::inline STENCILC_SPACE {

/// What a reduction finds: values of which kinds, and where they begin among all, in kinds.
struct ReducedKinds {
  const int *reductions;
  int count, first;
};

class ReducedPlanes {
public:
  /// `device`: the one whose launches end time steps.
  ReducedPlanes(const OutOfCoreDomain &domain, Device &device) : domain(domain), device(device) {}
  ReducedPlanes(const ReducedPlanes &) = delete;
  ReducedPlanes &operator=(const ReducedPlanes &) = delete;
  ~ReducedPlanes();

  /// Bytes on the device for chunks of so many planes.
  static std::uint64_t bytesFor(const OutOfCoreDomain &domain, int chunk);
  Status allocate(int chunk);
  /// What is due after `steps` steps of the simulation is wanted next; forgets all values.
  void want(std::int64_t steps);
  /// What a survey finds is wanted next.
  void wantSurvey() { chunks.clear(); }
  /// The checks that are due after so many steps.
  const std::vector<const CheckDescription *> &dueAfter(std::int64_t steps) const;
  /// Where reductions of a chunk work.
  double *partials() const { return static_cast<double *>(memory); }
  /// A chunk's planes are reduced next.
  void begin(PlaneRange planes) { chunks.push_back(planes); }
  /// Enqueues the copy to the host of what a check has found of them: the planes of one kind behind
  /// those of the other.
  Status bring(const ReducedKinds &kinds, const double *values, Lane &lane) const;
  /// The numbers, once all tasks have ended, the planes in their order. `ranks`: processes that
  /// share the domain, or null.
  Status join(const ReducedKinds &kinds, Ranks *ranks, std::vector<double> &results) const;

  ReducedKinds kindsOf(const CheckDescription &check) const;
  static ReducedKinds kindsOf(const SurveyDescription &survey) {
    return {survey.reductions, survey.count, 0}; // alone
  }

private:
  /// Where the values of kinds begin.
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
  std::vector<PlaneRange> chunks; // reduced so far
};

} // namespace stencilc::inline STENCILC_SPACE
