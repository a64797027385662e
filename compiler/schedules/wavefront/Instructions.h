/// \file Instructions of a wavefront kernel other than arithmetic and shuffles, as counted in
/// compiled kernels.
#pragma once

#include "schedules/wavefront/Exchange.h"

namespace stencilc::schedules {

/// Returns the instructions per update of a cell other than arithmetic and shuffles. `exchange` is
/// the result of exchangeOf() for the same shape.
double overheadInstructions(const analysis::Facts &facts, const WavefrontShape &shape,
                            const Exchange &exchange);

} // namespace stencilc::schedules
