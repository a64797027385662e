/// \file Cost of a time step on a domain that several devices share.
#include "plan/cost/DividedCost.h"
#include "analysis/StepPieces.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Ranged.h"
#include "plan/interface/Segments.h"
#include "runtime/engines/slabs/plan/Decomposition.h"
#include <algorithm>
#include <cmath>

namespace stencilc::plan {

static int planesOf(const analysis::Facts &facts) {
  return static_cast<int>(plannedExtents(facts.program)[facts.program.lastAxis()]);
}

static int planesOfSlab(const analysis::Facts &facts, int devices) {
  return (planesOf(facts) + devices - 1) / devices;
}

analysis::Facts factsOfSlab(const analysis::Facts &facts, int devices) {
  analysis::Facts slab = facts;
  Extents extents = plannedExtents(facts.program);
  extents[facts.program.lastAxis()] = planesOfSlab(facts, devices);
  slab.program.sizeHint = extents;
  return slab;
}

int haloOf(const analysis::Facts &facts, const RangedPlan &ranged, int steps, int launches) {
  return std::max(reachOfChecks(facts, facts.program.lastAxis()),
                  ranged.reach.most() * steps * launches);
}

ExchangeLink linkOf(const Target &target) {
  ExchangeLink link;
  if (target.links) {
    link.latency = target.links->latency;
    link.bytesPerSecond = target.links->bytesPerSecond;
  }
  return link;
}

namespace {

/// Launches that one device executes between two exchanges of halo planes with its neighbours.
struct Group {
  int steps = 1;     // time steps computed by all launches of the group
  int count = 1;     // number of launches
  double reach = 1;  // mean number of planes that a launch reads on each side
  double launch = 0; // seconds of one launch on all planes of a slab (planes of one device)
};

/// Predicted seconds of all launches between two exchanges of halo planes. `alone` has no exchange.
/// In `after`, the exchange follows the last launch. In `ends` and `ordered`, the exchange overlaps
/// with the last launch. To make this possible, the planes at both ends of the slab are computed
/// first, by a separate launch (`ends`) or by the first blocks of the launch (`ordered`).
struct GroupSeconds {
  double alone = 0, after = 0, ends = 0, ordered = 0;
};

/// Predicts the time of the device with the largest slab (range of planes): launches of kernels,
/// and exchanges of halo planes with its neighbours.
class SlabModel {
public:
  SlabModel(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs)
      : facts(facts), slabs(slabs), link(linkOf(kernels.target)),
        passes(static_cast<int>(facts.dependence.kernels.size())),
        planes(planesOfSlab(facts, slabs.devices)) {
    const Extents extents = plannedExtents(facts.program);
    for (int axis = 0; axis < facts.program.lastAxis(); ++axis)
      cellsOfPlane *= double(extents[axis]);
    const double updates = 1e-9 * cellsOfPlane * planes; // in units of 1e9
    for (const KernelPlan &kernel : kernels.kernels) {
      kernelSeconds.push_back(kernel.estimate.seconds);
      single += updates * kernel.estimate.seconds;
    }
    if (kernels.fused && fits(haloOf(facts, slabs, kernels.fused->steps, 1))) {
      depth = kernels.fused->steps;
      fused = updates * depth * kernels.fusedKernel.estimate.seconds;
    }
    for (every = slabs.every; every > 1 && !fits(haloOf(facts, slabs, depth, every));)
      --every;
    halo = haloOf(facts, slabs, depth, every);
  }

  DividedCost cost() const {
    DividedCost cost;
    if (analysis::meetsWithin(facts.program))
      return costOfPieces();
    const Group whole = fusedGroup(every);
    const GroupSeconds seconds = secondsOf(whole);
    cost.launches = {
        planes,        depth,         every,        halo,           bytesToASide(whole.steps),
        seconds.alone, seconds.after, seconds.ends, seconds.ordered};
    const double step =
        knowsSegments(facts) ? secondsOfSegments() : shortest(seconds) / whole.steps;
    cost.perUpdates = step / (1e-9 * cellsOfPlane * planesOf(facts));
    return cost;
  }

private:
  /// Returns the cost of a time step with `repeat`, or with in-step reductions (whose results later
  /// kernels of the step need). Devices then exchange planes several times within the step.
  /// `perUpdates` (seconds per 1e9 cell updates) counts each kernel once. The planner later adds
  /// the other iterations of `repeat`, and the time in which the host waits for reductions.
  DividedCost costOfPieces() const {
    const double updates = 1e-9 * cellsOfPlane * planes;
    double alone = 0, exchanged = 0, bytes = 0, times = 1;
    for (const analysis::StepPiece &piece : analysis::stepPieces(facts.program, facts.dependence)) {
      if (piece.act == analysis::StepPiece::Act::Begin)
        times = double(facts.program.repeats[piece.number].count);
      if (piece.act == analysis::StepPiece::Act::Kernel)
        alone += times * updates * kernelSeconds[piece.number];
      if (const double its = bytesOfExchange(piece); its > 0) {
        const double often = times > 1 ? std::ceil(times / every) : 1;
        bytes += often * its;
        exchanged += often * (link.latency + sides() * its / link.bytesPerSecond);
      }
      if (piece.act == analysis::StepPiece::Act::End)
        times = 1;
    }
    if (sides() == 0)
      exchanged = 0;
    DividedCost cost;
    cost.launches = {
        planes, 1, 1, halo, bytes, alone, alone + exchanged, alone + exchanged, alone + exchanged};
    cost.perUpdates = (single + exchanged) / (1e-9 * cellsOfPlane * planesOf(facts));
    return cost;
  }

  /// Returns the number of bytes that a device sends to each neighbour before `piece`, a part of a
  /// time step. Returns 0 if `piece` reads no planes of neighbours. Kernels read such planes, and
  /// so do reductions whose results later kernels of the step need.
  double bytesOfExchange(const analysis::StepPiece &piece) const {
    const int axis = facts.program.lastAxis();
    double bytes = 0;
    for (const auto &[fieldLevel, read] : analysis::readsOf(facts, piece)) {
      const ir::FieldDecl &field = facts.program.fields[fieldLevel.field];
      if ((field.isLocal || ir::isUpdated(facts.program, fieldLevel.field)) &&
          read.reach.low[axis] + read.reach.high[axis] > 0)
        bytes += halo * cellsOfPlane * ir::bytesOf(field.storage);
    }
    return bytes;
  }

  /// Returns true if the domain can be divided so that each device has at least `planesBeyond`
  /// planes, the number that a neighbour reads. Returns true for a single device.
  bool fits(int planesBeyond) const {
    return slabs.devices == 1 ||
           slabs.devices <= Decomposition::mostParts(planesOf(facts), planesBeyond);
  }

  /// Returns a group (launches between two exchanges of halo planes) of `launches` launches of the
  /// fused kernel. If the plan fuses no time steps, returns a group of `launches` single time
  /// steps.
  Group fusedGroup(int launches) const {
    if (fused == 0)
      return singleGroup(launches);
    return {depth * launches, launches, double(haloOf(facts, slabs, depth, 1)), fused};
  }
  /// Returns a group (launches between two exchanges of halo planes) of `steps` single time steps.
  /// Each kernel of a step is one launch. If the plan has a fused kernel that computes one time
  /// step, a step is one launch of this kernel.
  Group singleGroup(int steps) const {
    if (fused > 0 && depth == 1)
      return fusedGroup(steps);
    return {steps, steps * passes, double(slabs.reach.most()) / passes, single / passes};
  }

  int sides() const {
    return slabs.devices == 1 ? 0 : slabs.devices > 2 || slabs.isPeriodic ? 2 : 1;
  }

  /// Returns the number of bytes that a device sends to each neighbour in an exchange after `steps`
  /// time steps. They are the halo planes of all fields. Each field is sent at those time levels
  /// that were computed in these steps and are still in memory.
  double bytesToASide(int steps) const {
    double bytes = 0;
    for (const ir::Stage &stage : facts.program.stages)
      if (const ir::FieldDecl &field = facts.program.fields[stage.target]; !field.isLocal)
        bytes += halo * cellsOfPlane * ir::bytesOf(field.storage) * std::min(field.levels, steps);
    return bytes;
  }

  /// Returns the predicted seconds of `group` (launches between two exchanges of halo planes),
  /// without and with each kind of exchange. A launch also computes those planes of neighbours that
  /// later launches of the group read.
  GroupSeconds secondsOf(const Group &group) const {
    SlabCosts costs;
    costs.launch = group.launch;
    costs.plane = group.launch / planes;
    costs.sideBytes = bytesToASide(group.steps);
    costs.sides = sides();
    costs.halo = halo;
    costs.own = planes;
    costs.isSingle = group.steps == group.count;
    const double before = secondsBefore(costs, group.count, group.reach);
    return {before + group.launch, before + secondsAfter(costs, link),
            before + secondsEnds(costs, link), before + secondsOrdered(costs, link)};
  }

  double shortest(const GroupSeconds &seconds) const {
    return slabs.exchange == "after"     ? seconds.after
           : slabs.exchange == "ends"    ? seconds.ends
           : slabs.exchange == "ordered" ? seconds.ordered
                                         : std::min({seconds.after, seconds.ends, seconds.ordered});
  }
  double secondsOf(std::int64_t times, const Group &group) const {
    return times > 0 ? double(times) * shortest(secondsOf(group)) : 0;
  }

  /// Returns the mean seconds of a time step in the planned run. Reports, saves and the end of the
  /// run divide the run into segments of time steps. A group (launches between two exchanges of
  /// halo planes) never extends beyond its segment.
  double secondsOfSegments() const {
    double seconds = 0, steps = 0;
    for (const Segment &segment : segmentsOf(facts)) {
      const std::int64_t together = segment.steps - segment.endsSingle;
      const std::int64_t launches = together / depth;
      const double one = secondsOf(launches / every, fusedGroup(every)) +
                         secondsOf(launches % every > 0, fusedGroup(int(launches % every))) +
                         secondsOf(together % depth > 0, singleGroup(int(together % depth))) +
                         secondsOf(segment.endsSingle, singleGroup(1));
      seconds += one * double(segment.count);
      steps += double(segment.steps) * double(segment.count);
    }
    return seconds / steps;
  }

  const analysis::Facts &facts;
  const SlabsPlan &slabs;
  const ExchangeLink link;
  int passes, planes;
  double cellsOfPlane = 1;
  int depth = 1, every = 1, halo = 0;
  std::vector<double> kernelSeconds; // of each kernel, per 1e9 cell updates
  /// Predicted seconds of all kernels of one time step (`single`), and of one launch of the fused
  /// kernel (`fused`).
  double single = 0, fused = 0;
};

} // namespace

DividedCost dividedCost(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs) {
  return SlabModel(facts, kernels, slabs).cost();
}

} // namespace stencilc::plan
