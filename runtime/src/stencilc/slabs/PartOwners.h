/// \file The processes that compute the parts of a divided domain.
#pragma once

#include "stencilc/DividedRun.h"
#include "stencilc/ranks/Ranks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Table of the parts of a domain and the processes that compute them. The parts of a process are
/// consecutive, in the order of the process numbers.
class PartOwners {
public:
  /// Assigns all parts to this process.
  void clear() { ranksOf.clear(); }
  /// Exchanges the device numbers of all processes, of which this one has `mine`, and gives each
  /// device a part. A process without device numbers gets one part. Stores the numbers in `told` if
  /// they are GPUs. All processes must call it.
  Status find(Ranks &ranks, const std::vector<int> &mine, bool areGpus, DividedRun &told);

  /// Returns the process of each part. It is empty if this process has all parts.
  const std::vector<int> &all() const { return ranksOf; }
  int count() const { return static_cast<int>(ranksOf.size()); }
  int of(int part) const { return ranksOf[static_cast<std::size_t>(part)]; }
  /// Returns the first part of process `rank`.
  int firstOf(int rank) const;
  /// Returns the number of parts of process `rank`.
  int countOf(int rank) const;

private:
  std::vector<int> ranksOf;
};

} // namespace stencilc::inline STENCILC_SPACE
