/// \file Out-of-core streaming, all of it that emitted code includes.
#pragma once

#include "stencilc/stream/KernelTrial.h"
#include "stencilc/stream/StreamRest.h"
#include "stencilc/stream/TierPasses.h"
#include <new>

namespace stencilc {

inline StreamEngine *makeStreamEngine(const ProgramDescription &program) {
  return new (std::nothrow) StreamRun(program);
}

} // namespace stencilc
