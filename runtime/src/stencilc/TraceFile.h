/// \file Where the traces of a receiver were written.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// The traces of a receiver in a file.
struct TraceFile {
  std::string name, path;
  std::int64_t times = 0, points = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
