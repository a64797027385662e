/// \file Parses numbers and amounts of memory from the command line.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

/// Returns `text` without blanks at its beginning and end.
std::string_view trimmed(std::string_view text);

/// Parses a decimal integer into `value`. Returns false if `text` is not an integer.
bool parseInteger(std::string_view text, std::int64_t &value);

/// Parses a finite decimal number, or a fraction of two, into `value`: for example 0.1 or 1/6.
/// Returns false if `text` has another form.
bool parseNumber(std::string_view text, double &value);

/// Parses a number of bytes with an optional unit into `value`: 6GiB, 512MiB, 4GB, 100000. Returns
/// false if `text` has another form.
bool parseBytes(std::string_view text, std::uint64_t &value);

/// Parses a row pitch (bytes from row to row): "auto", "packed", or a multiple of 16. Sets `pitch`
/// to the bytes, to 0 for "auto", or to kPackedRows for "packed". Returns false if `text` has
/// another form.
bool parsePitch(std::string_view text, std::uint64_t &pitch);

} // namespace stencilc::inline STENCILC_SPACE
