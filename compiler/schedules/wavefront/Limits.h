/// \file What kernels of a wavefront, and the chip, cannot do of what a plan asks for.
#pragma once

#include "schedules/wavefront/Shape.h"
#include <optional>
#include <string>

namespace stencilc::schedules {

/// Bytes of a row that one lane reads of planes that tensor loads bring, at most.
inline constexpr int kTensorLaneBytes = 16;

/// Why no kernel can be made by these options, with what to ask for instead; nothing if one can.
std::optional<std::string> whyNoKernel(const analysis::Facts &facts, const plan::Target &target,
                                       const plan::FusedPlan &plan);

/// Why a block of the chip cannot have these tiles and rings, with what to ask for instead; nothing
/// if it can.
std::optional<std::string> whyNotOfShape(const plan::Target &target, const WavefrontShape &shape);

} // namespace stencilc::schedules
