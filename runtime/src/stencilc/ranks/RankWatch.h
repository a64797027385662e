/// \file Whether the other processes of a run that are on this host still live: not every launcher
/// ends all when one is killed.
#pragma once

#include "stencilc/Version.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class RankWatch {
public:
  RankWatch() = default;
  RankWatch(const RankWatch &) = delete;
  RankWatch &operator=(const RankWatch &) = delete;
  ~RankWatch();

  /// What others find this process by: its kernel, its namespace of numbers, and its number there.
  static std::string address();
  /// Watches all but process `mine`; `all`: their addresses. Those of other hosts, or whose numbers
  /// mean something else here, are not watched, nor is any where the kernel cannot (before Linux
  /// 5.3).
  void open(const std::vector<std::string> &all, int mine);
  /// Whether process `rank` is known to have ended.
  bool hasEnded(int rank) const;

private:
  std::vector<int> processes; // descriptors; -1: not watched
};

} // namespace stencilc::inline STENCILC_SPACE
