/// \file Watches processes of this host through pidfd_open: a descriptor is readable when its
/// process has ended.
#include "runtime/parts/ranks/RankWatch.h"
#include "runtime/core/support/ParseValue.h"
#include <fstream>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Returns a text that is the same for processes that can watch each other by process ID: the
/// kernel's boot ID and the process ID namespace. Returns "" if they are not known.
std::string placeOfProcess() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  char space[64] = "";
  const ssize_t length = readlink("/proc/self/ns/pid", space, sizeof space - 1);
  return boot.empty() || length <= 0 ? "" : boot + " " + space;
}

} // namespace

RankWatch::~RankWatch() {
  for (const int process : processes)
    if (process >= 0)
      close(process);
}

std::string RankWatch::address() {
  const std::string place = placeOfProcess();
  return place.empty() ? "" : place + " " + std::to_string(getpid());
}

void RankWatch::open(const std::vector<std::string> &all, int mine) {
  const std::string here = placeOfProcess() + " ";
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    std::int64_t number = 0;
    const bool isHere = int(rank) != mine && here.size() > 1 && all[rank].starts_with(here) &&
                        parseInteger(all[rank].substr(here.size()), number);
    processes.push_back(isHere ? int(syscall(SYS_pidfd_open, pid_t(number), 0)) : -1);
  }
}

bool RankWatch::hasEnded(int rank) const {
  const auto at = static_cast<std::size_t>(rank);
  if (at >= processes.size() || processes[at] < 0)
    return false;
  pollfd one = {processes[at], POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

} // namespace stencilc::inline STENCILC_SPACE
