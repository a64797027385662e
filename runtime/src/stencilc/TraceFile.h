/// \file A file to which the traces of a receiver were written.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// The name of a receiver, the path of its file, and the numbers of times and points in it.
struct TraceFile {
  std::string name, path;
  std::int64_t times = 0, points = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
