/// \file Plan of an out-of-core run: temporal degree of a traversal, height of chunks and number of
/// strips. It follows from the available memory and from a model of copies and launches.
///
/// TraversalModel.h predicts the time of a traversal. Kernels take longer because trapezoids
/// compute planes twice, and because launches have fixed costs. TraversalPlanner::nextTraversal()
/// divides a run into traversals.
#pragma once

#include "stencilc/stream/TraversalModel.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalPlanner {
public:
  TraversalPlanner(const OutOfCoreDomain &domain, const TraversalRates &rates)
      : domain(domain), stream(*domain.program->stream), rates(rates) {}

  /// Chooses the traversals with the least time for a run of `steps` steps (0: many) within the
  /// given memory. If none fits, the error says how much is needed. `mayKeepPlanes` is true if the
  /// device has memory of its own, in which planes may stay that do not fit on the host.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, TraversalChoice &best,
                std::int64_t steps = 0, bool mayKeepPlanes = false) const;

  /// Returns the next traversal of a run with `left` steps left. All have nearly the same number of
  /// steps unless the user has given it. Its chunks are the highest that fit into `rings`, the ring
  /// buffers made for `choice`.
  NextTraversal nextTraversal(const TraversalChoice &choice, const std::vector<FieldRing> &rings,
                              std::int64_t left) const;
  /// Returns a traversal without time steps that computes in-step reduction number
  /// `globalReduction`, a reduction within a step.
  NextTraversal globalReductionTraversal(const TraversalChoice &choice,
                                         const std::vector<FieldRing> &rings,
                                         int globalReduction) const;

  /// Returns the predicted seconds of a traversal. `copied` is the share of the planes that do not
  /// stay on the device.
  TraversalSeconds secondsOf(const TraversalShape &shape, const Strips &strips = {},
                             double copied = 1) const {
    return TraversalModel(domain, rates).secondsOf(shape, strips, copied);
  }

  TraversalChoice choice(int depth, int chunk, int strips = 1, int resident = 0) const;
  std::vector<FieldRing> ringsOf(const TraversalChoice &choice) const {
    return fieldRings(choice.shape, domain.uses, domain.ringLayout(choice.strips.highest()).unit);
  }

  /// Returns a description of a choice for the user.
  std::string text(const TraversalChoice &choice) const;
  TraversalShape shapeOf(int depth, int chunk, const Strips &strips = {}) const;

private:
  friend class TierPlanner;
  static constexpr int kMostSteps = 512;
  static constexpr int kLowestTried = 8; // smallest chunk that is tried for chains, in planes
  static constexpr int kClose = 32; // up to this many multiples of the fused steps, all are tried

  /// State of a search: the best choice so far, and of those that do not fit, the ones that need
  /// the least memory.
  struct Search {
    std::uint64_t deviceBytes, hostBytes; // available memory
    std::int64_t steps;
    TraversalChoice best, leastDevice, leastHost;
  };
  /// Tries the highest chunks that fit on the device for a temporal degree. Returns true if more
  /// strips would not allow more useful chunks.
  bool tryDepth(int depth, int strips, int resident, Search &search) const;

  /// Returns the temporal degrees to try: all small ones, some large ones, and those that divide
  /// the run evenly. Neighbouring multiples of the fused steps can need different memory, because
  /// odd numbers of launches end in other buffers.
  std::vector<int> depths(std::int64_t steps) const;

  /// Fails if the user's options are impossible with any amount of memory.
  Status checkRequest() const;
  /// Largest number of traversals that predict() predicts one by one. For longer runs it predicts a
  /// single whole traversal.
  static constexpr int kFewTraversals = 8;

  NextTraversal traversalOf(const TraversalChoice &choice, const std::vector<FieldRing> &rings,
                            int depth) const;
  bool fits(const NextTraversal &traversal, const std::vector<FieldRing> &rings) const {
    return fitsRings(traversal.shape, rings, domain.uses);
  }

  /// Returns the percentages of planes on the device to try: the requested one, or 0 and then
  /// others in case the host cannot hold all planes. If the method keeps planes on the device, 0 is
  /// the last.
  std::vector<int> residents(bool mayKeepPlanes) const;

  /// Returns the largest useful chunk in planes: a traversal should have several chunks.
  int highestChunk() const;

  /// Returns the smallest possible chunk, in planes, for a traversal of `depth` steps.
  int minimum(int depth) const;

  /// Returns the choice with the highest chunks that fit into `deviceBytes` bytes of device memory.
  TraversalChoice tallest(int depth, std::uint64_t deviceBytes, int strips = 1,
                          int resident = 0) const;

  /// Sets the memory sizes of a choice, in bytes, on the device and on the host.
  void count(TraversalChoice &choice) const;

  /// Predicts the time of a run of `steps` steps, or of one traversal if it is 0.
  void predict(TraversalChoice &choice, std::int64_t steps) const;

  Status refuseHost(const TraversalChoice &least, std::uint64_t have) const;
  Status refuseDevice(const TraversalChoice &least, std::uint64_t have) const;
  static std::string needs(const char *where, std::uint64_t need, std::uint64_t have);

  const OutOfCoreDomain &domain;
  const StreamDescription &stream;
  TraversalRates rates;
};

} // namespace stencilc::inline STENCILC_SPACE
