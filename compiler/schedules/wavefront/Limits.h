/// \file Combinations of options that the kernels of a wavefront, or the chip, cannot implement.
#pragma once

#include "schedules/wavefront/Shape.h"
#include <optional>
#include <string>

namespace stencilc::schedules {

/// Largest number of bytes of a row that a lane may read, if planes come by tensor loads.
inline constexpr int kTensorLaneBytes = 16;

/// Returns the reason why no kernel can be emitted for the options of `plan`, with an option to use
/// instead. Returns `nullopt` if one can.
std::optional<std::string> whyNoKernel(const analysis::Facts &facts, const plan::Target &target,
                                       const plan::FusedPlan &plan);

/// Returns the reason why the tiles or ring buffers of `shape` do not fit the chip, such as too
/// much shared memory, with an option to use instead. Returns `nullopt` if they fit.
std::optional<std::string> whyNotOfShape(const plan::Target &target, const WavefrontShape &shape);

} // namespace stencilc::schedules
