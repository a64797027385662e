/// \file Determines which process computes which parts (slabs of devices) of a divided domain.
#include "runtime/engines/slabs/plan/PartOwners.h"
#include <algorithm>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

Status PartOwners::find(Ranks &ranks, const std::vector<int> &mine, bool areGpus,
                        DividedRun &told) {
  clear();
  const std::vector<int> numbers = mine.empty() ? std::vector<int>{0} : mine;
  const std::string text(reinterpret_cast<const char *>(numbers.data()),
                         numbers.size() * sizeof(int));
  std::vector<std::string> each;
  if (Status status = ranks.gather(text, each); !status)
    return status;
  told.devices.clear();
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const std::string &its = each[static_cast<std::size_t>(rank)];
    std::vector<int> devices(its.size() / sizeof(int));
    std::memcpy(devices.data(), its.data(), devices.size() * sizeof(int));
    ranksOf.insert(ranksOf.end(), devices.size(), rank);
    if (areGpus)
      told.devices.insert(told.devices.end(), devices.begin(), devices.end());
  }
  told.ranks = ranks.size();
  told.rank = ranks.rank();
  return {};
}

int PartOwners::firstOf(int rank) const {
  return static_cast<int>(std::find(ranksOf.begin(), ranksOf.end(), rank) - ranksOf.begin());
}

int PartOwners::countOf(int rank) const {
  return static_cast<int>(std::count(ranksOf.begin(), ranksOf.end(), rank));
}

} // namespace stencilc::inline STENCILC_SPACE
