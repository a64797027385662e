/// \file Traversals of a domain that rests in files: windows that were read go through the device
/// as often as traversals are chained, and are written.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/stream/FileTier.h"
#include "stencilc/stream/TierPlanner.h"
#include "stencilc/stream/TraversalRunner.h"

namespace stencilc::inline STENCILC_SPACE {

/// The steps that the next traversals may do of a segment, of which `done` are done: a last step of
/// its own is a traversal, where others do several steps at once.
std::int64_t stepsTogether(const OutOfCoreDomain &domain, const Segment &segment,
                           std::int64_t done);

class TierRunner {
public:
  TierRunner(Device &device, const OutOfCoreDomain &domain, const TraversalRates &rates,
             const RingMemory &rings)
      : device(device), domain(domain), rates(rates), rings(rings), host(device), tier(domain) {}

  /// Opens the folder that `limits` names and measures its disk.
  Status plan(std::uint64_t deviceBytes, std::uint64_t hostBytes, const OutOfCoreLimits &limits);
  /// What a traversal is on the device.
  const TraversalChoice &choice() const { return tier.choice.traversal; }
  /// Time steps of a traversal of the files.
  int steps() const { return tier.choice.steps(); }
  std::string text() const {
    return TierPlanner(domain, rates, disk).text(tier.choice, tier.folder());
  }

  /// The rings are made for choice().
  Status allocate();
  /// Where reductions leave what they find, once all is allocated.
  void reduceInto(ReducedPlanes *planes) { runner->reduceInto(planes); }
  std::uint64_t hostBytes() const { return host.bytes(); }
  const PlaneCopies *copies() const { return runner ? &runner->itsCopies() : nullptr; }
  FileTier &files() { return tier; }
  Status run(const Segment &segment, std::int64_t &done, const TellProgress &tell);
  /// Waits for all that is under way on the device.
  Status settle() { return runner ? runner->itsQueues().settle() : Status(); }

private:
  TierShape nextShape(std::int64_t steps) const;
  Status traverse(const TierShape &shape, const Segment &segment, std::int64_t stepsBefore,
                  const TellProgress &tell);
  Status part(const TraversalShape &shape, const Scalars &scalars, std::int64_t before);
  Status resumable(const Status &failure) const;

  Device &device;
  const OutOfCoreDomain &domain;
  const TraversalRates &rates;
  const RingMemory &rings;
  DiskRates disk;
  HostBlock host; // goes after the threads that read into it
  FileTier tier;
  std::unique_ptr<TraversalTasks> tasks;
  std::unique_ptr<TaskRunner> runner;
  int traversals = 0; // over the files, so far
};

} // namespace stencilc::inline STENCILC_SPACE
