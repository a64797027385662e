/// \file Estimates how long launches wait for planes of neighbours, from a few launches that are
/// timed.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/slabs/SlabTasks.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

class SlabWaits {
public:
  /// Returns true if `task` is timed: a launch that waits for planes of another part, after 4, 8,
  /// 16 and so on exchanges. `group` is the number of exchanges so far.
  static bool isTimed(const SlabTask &task, std::int64_t group);
  /// Starts to time the wait of a launch in `stream`. `part` is the part's index in this process.
  Status begin(std::size_t part, Device &device, Stream stream);
  /// Ends the wait that begin() started.
  Status end(Stream stream) { return timed.back().watch->stop(stream); }
  /// Estimates the seconds that each part has waited after all of `groups` exchanges. Sets
  /// `seconds` to the largest estimate if that exceeds it. No task may be running.
  Status longest(std::int64_t groups, double &seconds) const;

private:
  struct Wait {
    std::size_t part;
    std::unique_ptr<Stopwatch> watch;
  };
  std::vector<Wait> timed;
};

} // namespace stencilc::inline STENCILC_SPACE
