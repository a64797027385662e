/// \file The engine that passes a domain through the device (StreamRun.h).
#include "stencilc/stream/KernelTrial.h"
#include "stencilc/stream/StreamRest.h"
#include "stencilc/stream/TierPasses.h"

namespace stencilc::inline STENCILC_SPACE {

std::unique_ptr<Engine> makeStreamEngine(const ProgramDescription &program, Device &device) {
  return std::make_unique<StreamRun>(program, device);
}

} // namespace stencilc::inline STENCILC_SPACE
