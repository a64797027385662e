/// \file Traversals of a domain that rests in memory: the tasks of each put into the queues, not
/// far ahead of the device.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/stream/DeviceChain.h"
#include "stencilc/stream/Homes.h"

namespace stencilc::inline STENCILC_SPACE {

/// Told the steps of a run that are done, and where in them the run is; empty: nobody asks.
using TellProgress = std::function<void(double stepsDone, const std::string &where)>;

class TraversalRunner {
public:
  /// `choice`: with which the rings of `chain` were made.
  TraversalRunner(const OutOfCoreDomain &domain, const TraversalChoice &choice, Homes &homes,
                  DeviceChain &chain)
      : domain(domain), choice(choice), homes(homes), chain(chain),
        tasks(chain.rings().all(), chain.count()) {}

  /// Enqueues a traversal, the steps before which in its run are `stepsBefore`.
  Status run(const NextTraversal &traversal, const Segment &segment, std::int64_t stepsBefore,
             const TellProgress &tell);
  /// Waits for all that is under way; what failed first, or whether a plane has changed at rest.
  Status settle();

private:
  /// A traversal under way.
  struct UnderWay {
    const TraversalShape &shape;
    std::int64_t stepsBefore;
    const TellProgress &tell;
    double start;
    // The last task of the compute queue of each device, by chunk.
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
