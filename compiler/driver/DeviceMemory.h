/// \file How much memory the fields of a program need on the device, as the runtime lays them out.
#pragma once

#include "analysis/Facts.h"
#include <cstdint>
#include <optional>

namespace stencilc::driver {

/// Bytes for all buffers on a grid of `extents` cells, padding included; nothing where 64-bit
/// addresses do not reach or the grid is smaller than the program allows.
std::optional<std::uint64_t> deviceBytes(const analysis::Facts &facts, const Extents &extents);

} // namespace stencilc::driver
