/// \file Estimates how long launches wait for planes of neighbours, from a few launches that are
/// timed.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/engines/slabs/run/SlabTasks.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

class SlabWaits {
public:
  /// Returns true if the wait of `task` is to be timed. It is timed for a launch that waits for
  /// planes of another part (slab of a device), after 4, 8, 16 and so on exchanges. `group` is the
  /// number of exchanges so far.
  static bool isTimed(const SlabTask &task, std::int64_t group);
  /// Starts the clock for the time that a launch in `stream` waits for planes of other parts (slabs
  /// of devices). `part` is the index of the launch's part among the parts of this process.
  Status begin(std::size_t part, Device &device, Stream stream);
  /// Stops the clock that begin() has started, when `stream` reaches this point.
  Status end(Stream stream) { return timed.back().watch->stop(stream); }
  /// Estimates how many seconds each part (the slab of one device) has waited for planes in all
  /// exchanges of a run, from those that were timed. `groups` is the number of exchanges. Raises
  /// `seconds` to the largest estimate, if that is larger. No task may be running.
  Status longest(std::int64_t groups, double &seconds) const;

private:
  struct Wait {
    std::size_t part;
    std::unique_ptr<Stopwatch> watch;
  };
  std::vector<Wait> timed;
};

} // namespace stencilc::inline STENCILC_SPACE
