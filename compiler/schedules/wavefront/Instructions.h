/// \file Instructions of a wavefront beside arithmetic and shuffles, counted in compiled kernels.
#pragma once

#include "schedules/wavefront/Exchange.h"

namespace stencilc::schedules {

/// Instructions that a thread takes for an update beside arithmetic and shuffles; `exchange` says
/// what threads exchange for it.
double overheadInstructions(const analysis::Facts &facts, const WavefrontShape &shape,
                            const Exchange &exchange);

} // namespace stencilc::schedules
