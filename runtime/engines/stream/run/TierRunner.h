/// \file Runs a domain in files. Windows (ranges of planes) are read, pass through the device one
/// or more times, and are written.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/engines/stream/plan/TierPlanner.h"
#include "runtime/engines/stream/run/TraversalRunner.h"
#include "runtime/engines/stream/store/FileTier.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

/// Returns how many time steps of `segment` (steps computed in one call) the next traversals
/// (passes of all planes) can share, after the first `done` steps. Returns 1 if each step needs its
/// own traversal. Does not count the last step if a kernel of one step must compute it.
std::int64_t stepsTogether(const OutOfCoreDomain &domain, const Segment &segment,
                           std::int64_t done);

class TierRunner {
public:
  TierRunner(Device &device, const OutOfCoreDomain &domain, const TraversalRates &rates,
             const RingMemory &rings)
      : device(device), domain(domain), rates(rates), rings(rings), host(device), tier(domain) {}

  /// Opens the folder that `limits` names, measures the rate of its disk, and chooses a plan that
  /// needs at most the given bytes of device and host memory, for runs of up to `steps` time steps.
  Status plan(std::uint64_t deviceBytes, std::uint64_t hostBytes, const RunLimits &limits,
              std::int64_t steps);
  /// Returns the plan of one traversal (pass of all planes through the device).
  const TraversalChoice &choice() const { return tier.choice.traversal; }
  /// Returns the number of time steps between reading and writing the files.
  int steps() const { return tier.choice.steps(); }
  std::string text() const {
    return TierPlanner(domain, rates, disk).text(tier.choice, tier.folder());
  }

  /// Allocates host memory and task queues. Precondition: the ring buffers on the device have the
  /// sizes that the plan, choice(), needs.
  Status allocate();
  /// Sets the object that receives the results of reductions. Precondition: allocate() has
  /// succeeded.
  void reduceInto(ReducedPlanes *planes) { runner->reduceInto(planes); }
  std::uint64_t hostBytes() const { return host.bytes(); }
  const PlaneCopies *copies() const { return runner ? &runner->itsCopies() : nullptr; }
  FileTier &files() { return tier; }
  /// Computes the time steps of `segment` (steps computed in one call), and adds their number to
  /// `done`. If the program has in-step reductions (over the grid, within a time step), calls
  /// `findNumbers` before each step, with the number of steps done.
  Status run(const Segment &segment, std::int64_t &done, const TellProgress &tell,
             const std::function<Status(std::int64_t done)> &findNumbers);
  /// Computes in-step reduction (over the grid, within a time step) number `number`, for the step
  /// after `done` steps. Reads all planes from files and writes none.
  Status globalReduction(int number, const Segment &segment, std::int64_t done,
                         const TellProgress &tell);
  /// Waits for all tasks on the device.
  Status settle() { return runner ? runner->itsQueues().settle() : Status(); }

private:
  TierShape nextShape(std::int64_t steps) const;
  /// Reads all planes from files, passes them through the device, and writes them. Computes the
  /// next time steps of `segment` (steps computed in one call), of which `before` are already done.
  /// If it fails, ends the threads that read and write files.
  Status traverseFiles(const TierShape &shape, const Segment &segment, std::int64_t before,
                       bool isLast, const TellProgress &tell);
  Status traverse(const TierShape &shape, const Segment &segment, std::int64_t stepsBefore,
                  const TellProgress &tell);
  Status part(const TraversalShape &shape, const Scalars &scalars, std::int64_t before);
  Status resumable(const Status &failure) const;

  Device &device;
  const OutOfCoreDomain &domain;
  const TraversalRates &rates;
  const RingMemory &rings;
  DiskRates disk;
  HostBlock host; // must be freed after the threads that use it have ended
  FileTier tier;
  std::unique_ptr<TraversalTasks> tasks;
  std::unique_ptr<TaskRunner> runner;
  int traversals = 0; // traversals of the files so far
};

} // namespace stencilc::inline STENCILC_SPACE
