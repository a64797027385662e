/// \file Computes time steps of a domain that is stored in files. Each traversal passes all planes
/// through the device, one window (range of planes in host memory) after the other.
#include "runtime/engines/stream/run/TierRunner.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/engines/stream/plan/DiskRate.h"
#include "runtime/engines/stream/store/DirectFile.h"

namespace stencilc::inline STENCILC_SPACE {

std::int64_t stepsTogether(const OutOfCoreDomain &domain, const Segment &segment,
                           std::int64_t done) {
  const std::int64_t left = segment.steps - done;
  if (domain.program->stream->isStepwise)
    return 1;
  return left > 1 && segment.endsSingle && domain.program->fusedSteps() > 1 ? left - 1 : left;
}

Status TierRunner::plan(std::uint64_t deviceBytes, std::uint64_t hostBytes, const RunLimits &limits,
                        std::int64_t steps) {
  if (Status status = tier.files.open(limits.scratch, limits.resume); !status)
    return status;
  const double bytes = domain.bytesIn() * domain.planes();
  measureDisk(limits.scratch, bytes < double(kLeastMeasured) ? kDirectUnit : kLeastMeasured, disk);
  return TierPlanner(domain, rates, disk).choose(deviceBytes, hostBytes, tier.choice, steps);
}

Status TierRunner::allocate() {
  if (Status status = host.allocate(tier.choice.memory.allocated(tier.choice.shape)); !status)
    return status;
  if (Status status = tier.open(host.start()); !status)
    return status;
  tasks = std::make_unique<TraversalTasks>(rings.all());
  runner = std::make_unique<TaskRunner>(device, domain, rings, tier);
  return runner->open();
}

Status TierRunner::run(const Segment &segment, std::int64_t &done, const TellProgress &tell,
                       const std::function<Status(std::int64_t done)> &findNumbers) {
  const std::int64_t steps = segment.steps;
  if (steps > 0) {
    if (Status status = tier.files.checkSpace(steps > tier.choice.steps() ? 2 : 1); !status)
      return status;
    if (Status status = tier.prepare(); !status)
      return status;
  }
  const bool isStepwise = domain.program->stream->isStepwise;
  while (done < steps && !(segment.stop && *segment.stop)) {
    if (isStepwise)
      if (Status status = findNumbers(done); !status)
        return status;
    const TierShape shape = nextShape(stepsTogether(domain, segment, done));
    if (Status status = traverseFiles(shape, segment, done, done + shape.steps() == steps, tell);
        !status)
      return status;
    if (isStepwise)
      segment.scalars->endStep(segment.stepsBefore + done);
    done += shape.steps();
  }
  return {};
}

Status TierRunner::globalReduction(int number, const Segment &segment, std::int64_t done,
                                   const TellProgress &tell) {
  TierShape shape = tier.choice.shape;
  shape.traversals = {TraversalPlanner(domain, rates)
                          .globalReductionTraversal(choice(), rings.all(), number)
                          .shape};
  return traverseFiles(shape, segment, done, false, tell);
}

Status TierRunner::traverseFiles(const TierShape &shape, const Segment &segment,
                                 std::int64_t before, bool isLast, const TellProgress &tell) {
  Status status = tier.begin(shape, tier.files.stepsDone() + shape.steps(), isLast);
  if (status)
    status = traverse(shape, segment, before, tell);
  if (status)
    return status;
  status = tier.stopThreads(status);
  (void)settle();
  return resumable(status);
}

/// Returns the error `failure`. Adds the advice to resume the run if the error has the code
/// Invalid, the files of an earlier time step are complete, and no file is damaged.
Status TierRunner::resumable(const Status &failure) const {
  if (failure.code() != StatusCode::Invalid || tier.files.stepsDone() == 0 || tier.isDamaged())
    return failure;
  return Status::invalid(
      failure.message() +
      format("; the files of step %lld are complete: --resume continues after it",
             static_cast<long long>(tier.files.stepsDone())));
}

/// Returns the shape (geometry) of the next traversal of the files, which reads and writes all
/// planes once and computes at most `steps` time steps. All traversals have nearly equal numbers of
/// time steps, unless the user has set that number.
TierShape TierRunner::nextShape(std::int64_t steps) const {
  TierShape shape = tier.choice.shape;
  const std::size_t most = shape.traversals.size();
  shape.traversals.clear();
  const std::int64_t whole = tier.choice.steps(), parts = (steps + whole - 1) / whole;
  std::int64_t left =
      domain.program->stream->depth > 0 ? std::min(steps, whole) : (steps + parts - 1) / parts;
  const TraversalPlanner planner(domain, rates);
  while (left > 0 && shape.traversals.size() < most) {
    const NextTraversal traversal = planner.nextTraversal(choice(), rings.all(), left);
    shape.traversals.push_back(traversal.shape);
    left -= traversal.depth;
  }
  return shape;
}

Status TierRunner::traverse(const TierShape &shape, const Segment &segment,
                            std::int64_t stepsBefore, const TellProgress &tell) {
  const double start = secondsNow();
  TraversalQueues &queues = runner->itsQueues();
  TraversalQueues::Counts ends = queues.enqueued(); // of the previous round
  const auto awaitRound = [&](int round) {
    if (Status status = queues.await(ends); !status)
      return status;
    tier.computed(round);
    const double share = double(round + 1) / shape.rounds(), took = secondsNow() - start;
    if (tell)
      tell(double(stepsBefore) + share * shape.steps(),
           format("traversal %d of the files, round %d of %d, reading %.3g GB/s", traversals + 1,
                  round + 1, shape.rounds(),
                  share * shape.planes * domain.bytesIn() / took * 1e-9));
    return Status();
  };
  for (int round = 0; round < shape.rounds(); ++round) {
    if (Status status = tier.awaitRead(round); !status)
      return status;
    std::int64_t before = segment.stepsBefore + stepsBefore;
    for (int chained = 0; chained < static_cast<int>(shape.traversals.size()); ++chained) {
      const TraversalShape window = shape.part(round, chained);
      if (Status status = part(window, *segment.scalars, before); !status)
        return status;
      before += window.steps();
    }
    if (round > 0)
      if (Status status = awaitRound(round - 1); !status)
        return status;
    ends = queues.enqueued();
  }
  if (Status status = awaitRound(shape.rounds() - 1); !status)
    return status;
  ++traversals;
  return tier.finish();
}

/// Enqueues the tasks of one pass through the device for one window (range of planes in host
/// memory). `before` is the number of time steps done before this pass.
Status TierRunner::part(const TraversalShape &shape, const Scalars &scalars, std::int64_t before) {
  // The host waits before it is this many tasks ahead of the device, because only the newest tasks
  // have events.
  constexpr std::int64_t kAhead = 1024;
  const Strip all = Strips{domain.rows()}.strip(0, 0);
  for (const TraversalTask &task : tasks->sweep(shape, domain.uses)) {
    if (task.number >= kAhead)
      if (Status status = runner->itsQueues().await(task.queue, task.number - kAhead); !status)
        return status;
    if (Status status = runner->enqueue(task, shape, all, scalars, before); !status)
      return status;
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
