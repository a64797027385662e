/// \file Combines values of single planes on the host.
#include "stencilc/slabs/SlabSums.h"
#include "stencilc/DeviceRun.h"
#include "stencilc/Reduce.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

template <Reduce kind> static double join(std::vector<double> values) {
  DeviceRun run(hostDevice(), nullptr, 1);
  while (values.size() > 1) {
    const Lists lists = {1, static_cast<Int64>(values.size())};
    std::vector<double> fewer(static_cast<std::size_t>(lists.allSegments()));
    reduceLists<kind>(run.runtime(), lists, values.data(), fewer.data());
    values = std::move(fewer);
  }
  return values[0];
}

double joinPlanes(Reduce kind, std::vector<double> planes) {
  switch (kind) {
  case Reduce::Max:
    return join<Reduce::Max>(std::move(planes));
  case Reduce::Min:
    return join<Reduce::Min>(std::move(planes));
  case Reduce::Sum:
    return join<Reduce::Sum>(std::move(planes));
  case Reduce::Norm:
    break;
  }
  return join<Reduce::Norm>(std::move(planes));
}

Status gatherPlanes(Ranks &ranks, const Decomposition &division, const std::vector<int> &ranksOf,
                    std::vector<std::vector<double>> &values) {
  const auto eachOf = [&](int rank, auto act) { // for each kind, the planes of that process
    for (std::vector<double> &kind : values)
      for (int part = 0; part < division.parts; ++part)
        if (ranksOf[static_cast<std::size_t>(part)] == rank)
          act(kind.data() + division.owned(part).begin,
              static_cast<std::size_t>(division.owned(part).count()) * sizeof(double));
  };
  std::string mine;
  eachOf(ranks.rank(), [&](const double *planes, std::size_t bytes) {
    mine.append(reinterpret_cast<const char *>(planes), bytes);
  });
  std::vector<std::string> all;
  if (Status status = ranks.gather(mine, all); !status)
    return status;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const char *next = all[static_cast<std::size_t>(rank)].data();
    eachOf(rank, [&](double *planes, std::size_t bytes) {
      std::memcpy(planes, next, bytes);
      next += bytes;
    });
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
