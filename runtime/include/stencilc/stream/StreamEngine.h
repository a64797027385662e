/// \file Out-of-core streaming, all of it that emitted code includes.
#pragma once

#include "stencilc/Engine.h"

#ifdef STENCILC_MAIN_APART

namespace stencilc {

StreamEngine *makeStreamEngine(const ProgramDescription &program);

} // namespace stencilc

#else

#include "stencilc/stream/KernelTrial.h"
#include "stencilc/stream/StreamRest.h"
#include "stencilc/stream/TierPasses.h"
#include <new>

namespace stencilc {

STENCILC_MAIN_LINKAGE StreamEngine *makeStreamEngine(const ProgramDescription &program) {
  return new (std::nothrow) StreamRun(program);
}

} // namespace stencilc

#endif
