/// \file Runs traversals of an out-of-core domain in memory: enqueues their tasks, not far ahead of
/// the device.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/stream/DeviceChain.h"
#include "stencilc/stream/Homes.h"

namespace stencilc::inline STENCILC_SPACE {

/// Callback for progress: the steps that are done in a run, and a text with the position in a
/// traversal. It may be empty.
using TellProgress = std::function<void(double stepsDone, const std::string &where)>;

class TraversalRunner {
public:
  /// `choice` is the plan for which the ring buffers of `chain` were made.
  TraversalRunner(const OutOfCoreDomain &domain, const TraversalChoice &choice, Homes &homes,
                  DeviceChain &chain)
      : domain(domain), choice(choice), homes(homes), chain(chain),
        tasks(chain.rings().all(), chain.count()) {}

  /// Enqueues a traversal. `stepsBefore` is the number of steps of the run before it.
  Status run(const NextTraversal &traversal, const Segment &segment, std::int64_t stepsBefore,
             const TellProgress &tell);
  /// Waits for all tasks. Returns the first failure, or an error if a plane in host memory has
  /// changed.
  Status settle();

private:
  /// The traversal that is being enqueued.
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
