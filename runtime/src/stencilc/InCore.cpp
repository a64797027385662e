/// \file The engine whose fields are on the device (InCore.h).
#include "stencilc/InCore.h"

namespace stencilc::inline STENCILC_SPACE {

std::unique_ptr<Engine> makeInCoreEngine(const ProgramDescription &program, Device &device,
                                         std::int64_t longestSegment) {
  return std::make_unique<InCore>(program, device, longestSegment);
}

} // namespace stencilc::inline STENCILC_SPACE
