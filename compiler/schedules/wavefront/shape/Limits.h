/// \file Rejects combinations of options for which no wavefront kernel can be emitted, or whose
/// kernel the GPU cannot run.
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <optional>
#include <string>

namespace stencilc::schedules {

/// Largest number of bytes of a row that each lane (thread of a warp) may compute, if planes are
/// loaded by tensor-map loads (TMA). A lane reads its cells of a row from such a plane by one
/// access.
inline constexpr int kTensorLaneBytes = 16;

/// Returns `nullopt` if a wavefront kernel with the options `plan` can be emitted for `target`.
/// Otherwise returns the reason for the user, with an option value that would work.
std::optional<std::string> whyNoKernel(const analysis::Facts &facts, const plan::Target &target,
                                       const WavefrontOptions &plan);

/// Returns `nullopt` if the GPU `target` can run the kernel with the tiles and ring buffers of
/// `shape`. Otherwise returns the reason for the user, such as too much shared memory, with an
/// option value that would work.
std::optional<std::string> whyNotOfShape(const plan::Target &target, const WavefrontShape &shape);

/// Returns a lower bound of the bytes of shared memory of a block with the options `plan`. It
/// counts, for each updated field in global memory, the newest plane and the `plan.ahead` planes
/// being loaded. Computing a whole shape would take much longer.
double leastSharedBytes(const analysis::Facts &facts, const WavefrontOptions &plan);

} // namespace stencilc::schedules
