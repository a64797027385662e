/// \file Plan of an out-of-core run: time steps of a traversal (pass of all planes), height of
/// chunks (planes of one launch) and number of strips (ranges of rows of every plane). It depends
/// on free memory and on a model of copies and launches.
///
/// TraversalModel.h predicts the time of a traversal from its copies and kernel launches. The model
/// counts the fixed costs of launches, and the planes that trapezoidal chunks compute twice.
/// TraversalPlanner::nextTraversal() divides a run into traversals.
#pragma once

#include "runtime/engines/stream/plan/TraversalModel.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalPlanner {
public:
  TraversalPlanner(const OutOfCoreDomain &domain, const TraversalRates &rates)
      : domain(domain), stream(*domain.program->stream), rates(rates) {}

  /// Sets `best` to the plan with the least time for `steps` time steps (0: many). If no plan fits
  /// into the given bytes, the error says how much memory is needed. With `mayKeepPlanes`, planes
  /// that do not fit into host memory may stay on the device.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, TraversalChoice &best,
                std::int64_t steps = 0, bool mayKeepPlanes = false) const;

  /// Returns the next traversal (pass of all planes) of a run in which `left` time steps are left.
  /// All traversals have nearly the same number of steps, unless the user has set that number.
  /// Chunks (planes of one launch) have as many planes as the ring buffers `rings` allow.
  NextTraversal nextTraversal(const TraversalChoice &choice, const std::vector<FieldRing> &rings,
                              std::int64_t left) const;
  /// Returns a traversal (pass of all planes) that only computes the in-step reduction number
  /// `globalReduction`, whose result the time step needs, and completes no time step.
  NextTraversal globalReductionTraversal(const TraversalChoice &choice,
                                         const std::vector<FieldRing> &rings,
                                         int globalReduction) const;

  /// Returns the predicted seconds of a traversal (pass of all planes). `copied` is the fraction of
  /// the planes that are copied, because the others stay on the device.
  TraversalSeconds secondsOf(const TraversalShape &shape, const Strips &strips = {},
                             double copied = 1) const {
    return TraversalModel(domain, rates).secondsOf(shape, strips, copied);
  }

  TraversalChoice choice(int depth, int chunk, int strips = 1, int resident = 0) const;
  std::vector<FieldRing> ringsOf(const TraversalChoice &choice) const {
    return fieldRings(choice.shape, domain.uses, domain.ringLayout(choice.strips.highest()).unit);
  }

  /// Returns a description of a plan for the user.
  std::string text(const TraversalChoice &choice) const;
  TraversalShape shapeOf(int depth, int chunk, const Strips &strips = {}) const;

private:
  friend class TierPlanner;
  static constexpr int kMostSteps = 512;
  static constexpr int kLowestTried = 8; // smallest chunk that is tried for chains, in planes
  static constexpr int kClose = 32; // up to this many multiples of the fused steps, all are tried

  /// State of a search: the best plan, and those that need the least memory of device and host.
  struct Search {
    std::uint64_t deviceBytes, hostBytes; // available memory
    std::int64_t steps;
    TraversalChoice best, leastDevice, leastHost;
  };
  /// Tries plans with `depth` steps per pass of all planes, `strips` parts of planes and `resident`
  /// % of planes on the device, with the largest chunks (planes of one launch) that fit. Stores the
  /// best so far in `search`. Returns true if more parts cannot give larger useful chunks.
  bool tryDepth(int depth, int strips, int resident, Search &search) const;

  /// Returns the values to try for the number of time steps per pass of all planes: all small ones,
  /// some large ones, and those that divide `steps` nearly evenly.
  std::vector<int> depths(std::int64_t steps) const;

  /// Fails if the user's options are impossible with any amount of memory.
  Status checkRequest() const;
  /// Largest number of traversals (passes of all planes) for which a run's time is predicted as the
  /// sum over all traversals. For a longer run, only the time of one traversal is predicted.
  static constexpr int kFewTraversals = 8;

  NextTraversal traversalOf(const TraversalChoice &choice, const std::vector<FieldRing> &rings,
                            int depth) const;
  bool fits(const NextTraversal &traversal, const std::vector<FieldRing> &rings) const {
    return fitsRings(traversal.shape, rings, domain.uses);
  }

  /// Returns the percentages of the planes that may stay on the device, in the order in which to
  /// try them. A percentage set by the user is the only one. Otherwise 0 comes first, or last with
  /// method "resident". Others are tried only with that method, or if `mayKeepPlanes` is true.
  std::vector<int> residents(bool mayKeepPlanes) const;

  /// Returns the most planes of a chunk (planes of one launch) to try: a quarter of all planes.
  int highestChunk() const;

  /// Returns the fewest planes that a chunk (planes of one launch) of `depth` time steps can have.
  int minimum(int depth) const;

  /// Returns the plan for `depth` time steps per pass of all planes that has the most planes in a
  /// chunk (planes of one launch) within `deviceBytes` bytes of device memory, or the fewest planes
  /// if no plan fits. `strips` is the number of parts into which planes are divided.
  TraversalChoice tallest(int depth, std::uint64_t deviceBytes, int strips = 1,
                          int resident = 0) const;

  /// Sets the memory sizes of a plan, in bytes, on the device and on the host.
  void count(TraversalChoice &choice) const;

  /// Sets the predicted time of `steps` steps, or of one pass of all planes if they are many or 0.
  void predict(TraversalChoice &choice, std::int64_t steps) const;

  Status refuseHost(const TraversalChoice &least, std::uint64_t have) const;
  Status refuseDevice(const TraversalChoice &least, std::uint64_t have) const;
  static std::string needs(const char *where, std::uint64_t need, std::uint64_t have);

  const OutOfCoreDomain &domain;
  const StreamDescription &stream;
  TraversalRates rates;
};

} // namespace stencilc::inline STENCILC_SPACE
