/// \file Detection that another process of a run on this host has ended. Some launchers do not end
/// all processes when one is killed.
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

  /// Returns a text by which other processes of this host can watch this one: the kernel's boot ID,
  /// the process ID namespace and the process ID.
  static std::string address();
  /// Starts to watch all processes except process `mine`. `all[i]` is the text that address()
  /// returned in process i. Processes on other hosts or in other process ID namespaces are not
  /// watched. Linux before 5.3 cannot watch any.
  void open(const std::vector<std::string> &all, int mine);
  /// Returns true if process `rank` is watched and has ended.
  bool hasEnded(int rank) const;

private:
  std::vector<int> processes; // pidfd of each process; -1: not watched
};

} // namespace stencilc::inline STENCILC_SPACE
