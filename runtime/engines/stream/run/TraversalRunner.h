/// \file Runs traversals (passes of all planes) of an out-of-core domain in host memory. Tasks are
/// enqueued, but not far ahead of the device.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/engines/stream/run/DeviceChain.h"
#include "runtime/engines/stream/store/Homes.h"

namespace stencilc::inline STENCILC_SPACE {

/// Callback for progress. `stepsDone` is the number of time steps done in the current call of the
/// engine, with a fraction for the running traversal (pass of all planes). `where` is the position
/// in the domain as text. Without a callback the function is empty.
using TellProgress = std::function<void(double stepsDone, const std::string &where)>;

class TraversalRunner {
public:
  /// Creates an object for the plan `choice`. Precondition: the ring buffers on the devices of
  /// `chain` were planned for `choice`.
  TraversalRunner(const OutOfCoreDomain &domain, const TraversalChoice &choice, Homes &homes,
                  DeviceChain &chain)
      : domain(domain), choice(choice), homes(homes), chain(chain),
        tasks(chain.rings().all(), chain.count()) {}

  /// Enqueues a traversal (pass of all planes). `stepsBefore` is the number of time steps of
  /// `segment` (steps computed in one call) that are done before the traversal.
  Status run(const NextTraversal &traversal, const Segment &segment, std::int64_t stepsBefore,
             const TellProgress &tell);
  /// Waits until all tasks have ended. Returns the first failure, or an error if the checksum of a
  /// plane in host memory shows a change.
  Status settle();

private:
  /// The traversal (pass of all planes) whose tasks are being enqueued.
  struct UnderWay {
    const TraversalShape &shape;
    std::int64_t stepsBefore;
    const TellProgress &tell;
    double start;
    // Last task in the compute queue, for each chunk and device.
    std::vector<std::vector<std::int64_t>> ends;
  };

  Status keepBehind(UnderWay &traversal, int chunk);
  Status awaitChunk(const UnderWay &traversal, int chunk);

  const OutOfCoreDomain &domain;
  const TraversalChoice &choice;
  Homes &homes;
  DeviceChain &chain;
  TraversalTasks tasks;
};

} // namespace stencilc::inline STENCILC_SPACE
