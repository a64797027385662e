/// \file Numbers and amounts as a command line gives them.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

/// Without the blanks around it.
std::string_view trimmed(std::string_view text);

/// A whole decimal number.
bool parseInteger(std::string_view text, std::int64_t &value);

/// A finite decimal number or a fraction of two, like 0.1 or 1/6.
bool parseNumber(std::string_view text, double &value);

/// Bytes with an optional unit: 6GiB, 512MiB, 4GB, 100000.
bool parseBytes(std::string_view text, std::uint64_t &value);

/// A row pitch as makeLayout takes it: "auto", "packed", or bytes that are a multiple of 16.
bool parsePitch(std::string_view text, std::uint64_t &pitch);

} // namespace stencilc::inline STENCILC_SPACE
