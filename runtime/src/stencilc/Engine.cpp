/// \file Which engine a program has been compiled for.
#include "stencilc/Engine.h"
#include "stencilc/InCore.h"
#include "stencilc/slabs/SlabRun.h"
#include "stencilc/stream/OutOfCore.h"

namespace stencilc::inline STENCILC_SPACE {

std::unique_ptr<Engine> makeEngine(const ProgramDescription &program, Device &device,
                                   std::int64_t longestSegment) {
  if (program.stream)
    return std::make_unique<OutOfCore>(program, device);
  if (program.slabs)
    return std::make_unique<SlabRun>(program, device);
  return std::make_unique<InCore>(program, device, longestSegment);
}

Status Engine::part(int number, Int64 *begin, Int64 *end, int *device) const {
  const Grid &all = grid();
  DividedRun one; // along the last axis of which there is more than a cell
  one.planes = {{0, all.nz > 1 ? all.nz : all.ny > 1 ? all.ny : all.nx}};
  const DividedRun &its = divided() ? *divided() : one;
  if (number < 0 || number >= its.parts)
    return Status::invalid(
        format("there is no part %d: the domain has %d, counted from 0", number, its.parts));
  const auto at = static_cast<std::size_t>(number);
  if (begin)
    *begin = its.planes[at].begin;
  if (end)
    *end = its.planes[at].end;
  if (device)
    *device = its.devices.empty() ? -1 : its.devices[at];
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
