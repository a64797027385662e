/// \file Description of a file to which the trace of a receiver (values over time) was written.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Name of a receiver, path of the file with its trace (values over time), and the numbers of times
/// and points in it.
struct TraceFile {
  std::string name, path;
  std::int64_t times = 0, points = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
