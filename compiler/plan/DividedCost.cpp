/// \file What a time step costs of a domain that several devices share.
#include "plan/DividedCost.h"
#include "analysis/StepPieces.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "plan/LaunchGrid.h"
#include "plan/Ranged.h"
#include "plan/Segments.h"
#include "stencilc/slabs/Decomposition.h"
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

/// Launches before an exchange.
struct Group {
  int steps = 1;     // time steps of all of them
  int count = 1;     // launches
  double reach = 1;  // planes that each reads to either side, on average
  double launch = 0; // seconds of each, on the planes of a slab
};

struct GroupSeconds {
  double alone = 0, after = 0, ends = 0, ordered = 0;
};

class SlabModel {
public:
  SlabModel(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs)
      : facts(facts), slabs(slabs), link(linkOf(kernels.target)),
        passes(static_cast<int>(facts.dependence.kernels.size())),
        planes(planesOfSlab(facts, slabs.devices)) {
    const Extents extents = plannedExtents(facts.program);
    for (int axis = 0; axis < facts.program.lastAxis(); ++axis)
      cellsOfPlane *= double(extents[axis]);
    const double updates = 1e-9 * cellsOfPlane * planes; // 1e9 of them
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
  /// A step of several pieces, each of which waits for planes of the neighbours: kernels, as often
  /// as they run, and exchanges behind them. The planner adds what runs more than once, and what
  /// the host waits for.
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

  /// Bytes to a side before a kernel or a survey that reads planes of its neighbours.
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

  /// Whether each slab has the planes that its neighbours need.
  bool fits(int planesBeyond) const {
    return slabs.devices == 1 ||
           slabs.devices <= Decomposition::mostParts(planesOf(facts), planesBeyond);
  }

  /// So many launches of fused steps; of a plan without such, so many steps.
  Group fusedGroup(int launches) const {
    if (fused == 0)
      return singleGroup(launches);
    return {depth * launches, launches, double(haloOf(facts, slabs, depth, 1)), fused};
  }
  /// A wavefront of one step has all kernels of it in one launch.
  Group singleGroup(int steps) const {
    if (fused > 0 && depth == 1)
      return fusedGroup(steps);
    return {steps, steps * passes, double(slabs.reach.most()) / passes, single / passes};
  }

  int sides() const {
    return slabs.devices == 1 ? 0 : slabs.devices > 2 || slabs.isPeriodic ? 2 : 1;
  }

  /// All levels that so many steps make.
  double bytesToASide(int steps) const {
    double bytes = 0;
    for (const ir::Stage &stage : facts.program.stages)
      if (const ir::FieldDecl &field = facts.program.fields[stage.target]; !field.isLocal)
        bytes += halo * cellsOfPlane * ir::bytesOf(field.storage) * std::min(field.levels, steps);
    return bytes;
  }

  /// Each launch computes planes beyond the slab that those after it read there.
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

  /// The mean of a step where reports, or its end, cut a run.
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
  std::vector<double> kernelSeconds; // of each, per 1e9 cells
  double single = 0, fused = 0;      // seconds of a launch; of all kernels of a single step
};

} // namespace

DividedCost dividedCost(const analysis::Facts &facts, const Plan &kernels, const SlabsPlan &slabs) {
  return SlabModel(facts, kernels, slabs).cost();
}

} // namespace stencilc::plan
