/// \file Assigns the GPUs of a host to the processes of a run.
#include "runtime/parts/ranks/RankDevices.h"
#include "runtime/core/device/Device.h"
#include "runtime/parts/ranks/Launcher.h"
#include <algorithm>
#include <map>
#include <sstream>

namespace stencilc::inline STENCILC_SPACE {

std::string sharedDevices(const std::vector<std::string> &all) {
  // The process that uses a GPU, by host and GPU.
  std::map<std::pair<std::string, std::string>, std::size_t> taken;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    std::istringstream words(all[rank]);
    std::string host, number;
    words >> host;
    while (words >> number) {
      const std::size_t end = std::min(number.find('@'), number.size());
      const std::string bus = number.substr(std::min(end + 1, number.size()));
      number.resize(end);
      const std::string &place = bus.empty() ? number : bus;
      if (const auto [found, isNew] = taken.try_emplace({host, place}, rank); !isNew)
        return format("processes %zu and %zu share GPU %s of %s", found->second, rank,
                      number.c_str(), host.c_str());
    }
  }
  return "";
}

Status takeDevices(Ranks &ranks, ExecutionSpace world, DeviceChoice &choice, std::string &note) {
  if (world != ExecutionSpace::Cuda)
    return {};
  int count = 0;
  if (Status status = countGpus(count); !status)
    return status;
  if (!choice.isGiven() && count > 0)
    choice.numbers = {ranks.local() % count};
  if (Status status = choice.resolve(world); !status)
    return status;
  std::string mine = hostName();
  for (const int number : choice.numbers)
    mine += " " + std::to_string(number) + "@" + deviceFor(world, number)->busId();
  std::vector<std::string> all;
  if (Status status = ranks.gather(mine, all); !status)
    return status;
  note = sharedDevices(all);
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
