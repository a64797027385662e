/// \file Counts the instructions of a wavefront kernel other than arithmetic and shuffles.
#pragma once

#include "schedules/wavefront/cost/Exchange.h"

namespace stencilc::schedules {

/// Returns the predicted instructions per updated cell other than arithmetic and shuffles.
/// `exchange` has the amount of data that the threads of this kernel exchange.
double overheadInstructions(const analysis::Facts &facts, const WavefrontShape &shape,
                            const Exchange &exchange);

} // namespace stencilc::schedules
