/// \file Values of planes joined on the host.
#include "stencilc/slabs/SlabSums.h"
#include "stencilc/DeviceRun.h"
#include "stencilc/Reduce.h"

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

} // namespace stencilc::inline STENCILC_SPACE
