/// \file How long launches wait for planes of their neighbours, from some that are timed.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/slabs/SlabTasks.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

class SlabWaits {
public:
  /// Whether `task` of group `group` is one that is timed.
  static bool isTimed(const SlabTask &task, std::int64_t group);
  /// A launch of `part`, as this process counts its own, waits from here ...
  Status begin(std::size_t part, Device &device, Stream stream);
  /// ... to here.
  Status end(Stream stream) { return timed.back().watch->stop(stream); }
  /// Seconds that the part which waited longest did so in all of `groups` groups, if that is more
  /// than `seconds` says. Nothing may be under way.
  Status longest(std::int64_t groups, double &seconds) const;

private:
  struct Wait {
    std::size_t part;
    std::unique_ptr<Stopwatch> watch;
  };
  std::vector<Wait> timed;
};

} // namespace stencilc::inline STENCILC_SPACE
