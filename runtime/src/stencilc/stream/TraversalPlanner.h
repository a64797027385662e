/// \file How a domain is streamed: depth of a traversal, height of a chunk and strips of its
/// planes, from the memory there is and a model of copies and launches.
///
/// The time of a traversal is that of TraversalModel.h. Computing takes longer by what trapezoids
/// compute twice, and by what a launch costs beside its planes. A run is as many traversals as
/// TraversalPlanner::nextTraversal() cuts it into.
#pragma once

#include "stencilc/stream/TraversalModel.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalPlanner {
public:
  TraversalPlanner(const OutOfCoreDomain &domain, const TraversalRates &rates)
      : domain(domain), stream(*domain.program->stream), rates(rates) {}

  /// The choice that takes the least time for a run of `steps` steps (0: many) within
  /// `deviceBytes`; refuses with what is needed at least. `mayKeepPlanes`: the device has memory of
  /// its own, for planes that the host has none for.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, TraversalChoice &best,
                std::int64_t steps = 0, bool mayKeepPlanes = false) const;

  /// The next traversal of a run that has `left` steps to do: of equal depths, unless `depth` was
  /// asked for; with the highest chunks that `rings` hold, which were made for `choice`.
  NextTraversal nextTraversal(const TraversalChoice &choice, const std::vector<FieldRing> &rings,
                              std::int64_t left) const;
  /// The traversal that finds what a survey of a step needs, of no time steps.
  NextTraversal surveyTraversal(const TraversalChoice &choice, const std::vector<FieldRing> &rings,
                                int survey) const;

  /// `copied`: the share of the planes that does not stay on the device.
  TraversalSeconds secondsOf(const TraversalShape &shape, const Strips &strips = {},
                             double copied = 1) const {
    return TraversalModel(domain, rates).secondsOf(shape, strips, copied);
  }

  TraversalChoice choice(int depth, int chunk, int strips = 1, int resident = 0) const;
  std::vector<FieldRing> ringsOf(const TraversalChoice &choice) const {
    return fieldRings(choice.shape, domain.uses, domain.ringLayout(choice.strips.highest()).unit);
  }

  /// A choice, for people, before anything is allocated.
  std::string text(const TraversalChoice &choice) const;
  TraversalShape shapeOf(int depth, int chunk, const Strips &strips = {}) const;

private:
  friend class TierPlanner;
  static constexpr int kMostSteps = 512;
  static constexpr int kLowestTried = 8; // planes of a chunk, of those that the memory holds
  static constexpr int kClose = 32;      // multiples of the fused steps, all of which are tried

  /// What fits best of what has been tried, and what of the rest needs the least.
  struct Search {
    std::uint64_t deviceBytes, hostBytes; // there are
    std::int64_t steps;
    TraversalChoice best, leastDevice, leastHost;
  };
  /// Tries the highest chunks of a depth that the device holds. True if more strips do not make
  /// higher ones of use.
  bool tryDepth(int depth, int strips, int resident, Search &search) const;

  /// Depths to try: all few, some many; and those that cut the run into equal traversals. A
  /// multiple of the fused steps next to another may need fewer planes: odd numbers of launches end
  /// in other rings than they began in.
  std::vector<int> depths(std::int64_t steps) const;

  /// Refuses what was asked for and cannot be, whatever the memory.
  Status checkRequest() const;
  /// Traversal by traversal so many, then as if all were whole.
  static constexpr int kFewTraversals = 8;

  NextTraversal traversalOf(const TraversalChoice &choice, const std::vector<FieldRing> &rings,
                            int depth) const;
  bool fits(const NextTraversal &traversal, const std::vector<FieldRing> &rings) const {
    return fitsRings(traversal.shape, rings, domain.uses);
  }

  /// Percent of the planes that stay on the device: as asked for; or none, and others if the host
  /// does not hold all. None comes last where the method is to keep some.
  std::vector<int> residents(bool mayKeepPlanes) const;

  /// At least some chunks in all.
  int highestChunk() const;

  /// The lowest chunk that is possible.
  int minimum(int depth) const;

  /// The highest chunk within `deviceBytes`.
  TraversalChoice tallest(int depth, std::uint64_t deviceBytes, int strips = 1,
                          int resident = 0) const;

  /// Memory.
  void count(TraversalChoice &choice) const;

  /// The time of a run of `steps` steps (0: of one traversal).
  void predict(TraversalChoice &choice, std::int64_t steps) const;

  Status refuseHost(const TraversalChoice &least, std::uint64_t have) const;
  Status refuseDevice(const TraversalChoice &least, std::uint64_t have) const;
  static std::string needs(const char *where, std::uint64_t need, std::uint64_t have);

  const OutOfCoreDomain &domain;
  const StreamDescription &stream;
  TraversalRates rates;
};

} // namespace stencilc::inline STENCILC_SPACE
