/// \file Which process has which parts of a domain.
#pragma once

#include "stencilc/DividedRun.h"
#include "stencilc/ranks/Ranks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Parts that follow one another are of one process, in the order of the processes' numbers.
class PartOwners {
public:
  /// This process has all.
  void clear() { ranksOf.clear(); }
  /// Tells all processes how many devices each has, `mine` of this one; none are one part. Leaves
  /// their numbers in `told`, where they are GPUs.
  Status find(Ranks &ranks, const std::vector<int> &mine, bool areGpus, DividedRun &told);

  /// Part by part, its process; empty where this one has all.
  const std::vector<int> &all() const { return ranksOf; }
  int count() const { return static_cast<int>(ranksOf.size()); }
  int of(int part) const { return ranksOf[static_cast<std::size_t>(part)]; }
  /// The first part of a process, and how many it has.
  int firstOf(int rank) const;
  int countOf(int rank) const;

private:
  std::vector<int> ranksOf;
};

} // namespace stencilc::inline STENCILC_SPACE
