/// \file Table of the processes that compute the parts (slabs of devices) of a divided domain.
#pragma once

#include "runtime/core/fields/DividedRun.h"
#include "runtime/parts/ranks/Ranks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Table of the processes that compute the parts (slabs of devices) of a domain. The parts of a
/// process are consecutive, in the order of the process numbers.
class PartOwners {
public:
  /// Assigns all parts of the domain (slabs of devices) to this process.
  void clear() { ranksOf.clear(); }
  /// Gives each device of each process one part (slab) of the domain. `mine` has the numbers of
  /// this process's devices. If it is empty, the process gets one part. The processes exchange
  /// these numbers, so all must call it. Stores the number of processes in `told`, and, if
  /// `areGpus` is true, the device numbers of all processes.
  Status find(Ranks &ranks, const std::vector<int> &mine, bool areGpus, DividedRun &told);

  /// Returns the number of the process for each part (slab of a device). It is empty if this
  /// process has all parts.
  const std::vector<int> &all() const { return ranksOf; }
  int count() const { return static_cast<int>(ranksOf.size()); }
  int of(int part) const { return ranksOf[static_cast<std::size_t>(part)]; }
  /// Returns the number of the first part (slab of a device) that process `rank` computes.
  int firstOf(int rank) const;
  /// Returns how many parts (slabs of devices) process `rank` computes.
  int countOf(int rank) const;

private:
  std::vector<int> ranksOf;
};

} // namespace stencilc::inline STENCILC_SPACE
