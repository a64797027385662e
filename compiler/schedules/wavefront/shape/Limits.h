/// \file Combinations of options for which there is no wavefront kernel, or the chip cannot run it.
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <optional>
#include <string>

namespace stencilc::schedules {

/// Largest number of bytes of a row that a lane (a thread of a warp) may read, if tensor loads fill
/// the planes. A tensor load is the copy of a whole tile by one thread.
inline constexpr int kTensorLaneBytes = 16;

/// Returns the reason why no kernel can be emitted for the options of `plan`, with an option that
/// would work. Returns `nullopt` if a kernel can be emitted.
std::optional<std::string> whyNoKernel(const analysis::Facts &facts, const plan::Target &target,
                                       const WavefrontOptions &plan);

/// Returns the reason why the tiles or ring buffers of `shape` do not fit the chip, such as too
/// much shared memory, with an option that would work. Returns `nullopt` if they fit.
std::optional<std::string> whyNotOfShape(const plan::Target &target, const WavefrontShape &shape);

/// Returns a lower bound of `WavefrontShape::sharedBytes` for `plan`, from the planes that each
/// updated field in memory needs at least. It is much cheaper than the shape itself.
double leastSharedBytes(const analysis::Facts &facts, const WavefrontOptions &plan);

} // namespace stencilc::schedules
