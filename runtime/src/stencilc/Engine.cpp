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

} // namespace stencilc::inline STENCILC_SPACE
