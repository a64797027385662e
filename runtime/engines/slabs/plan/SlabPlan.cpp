/// \file Plans a run on several devices.
#include "runtime/engines/slabs/plan/SlabPlan.h"
#include "runtime/core/fields/Planes.h"
#include "runtime/core/support/Text.h"
#include <cmath>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

static int stepReach(const ProgramDescription &program) {
  return std::max(program.slabs->reachLow, program.slabs->reachHigh);
}

/// Returns the number of halo planes (copies of neighbours' planes) on each side of a part, the
/// slab of one device. It is `reach`, the planes that launches read, or more if reductions between
/// steps read further.
static int haloFor(const ProgramDescription &program, int reach) {
  return std::max(reach, program.slabs->checkReach);
}

Status SlabPlan::choose(const ProgramDescription &program, const Grid &grid, int parts,
                        const char *remedy) {
  const SlabDescription &slabs = *program.slabs;
  const int planes = planesOf(program, grid), single = stepReach(program);
  const bool sends = parts > 1 || slabs.isPeriodic;
  const auto fits = [&](int reach) {
    return !sends || parts <= Decomposition::mostParts(planes, haloFor(program, reach));
  };
  const int least = haloFor(program, single);
  const char *const who = least > single ? "a report" : "a step";
  fuses = program.fusedSteps() > 1 && fits(single * program.fusedSteps());
  const int launch = fuses ? single * program.fusedSteps() : single;
  every = slabs.every;
  while (every > 1 && !fits(launch * every))
    --every;
  if (parts == 1 && !fits(launch * every))
    return Status::invalid(
        format("%d %s along %s are fewer than the %d that %s reads beyond each end; a "
               "divided periodic domain needs at least these",
               planes, planesName(program), program.axes[program.rank - 1], least, who));
  if (!fits(launch * every))
    return Status::invalid(
        format("%d parts are too many for %d %s along %s: %s reads %d to each side, so "
               "at most %d parts fit; %s",
               parts, planes, planesName(program), program.axes[program.rank - 1], who, least,
               std::max(1, Decomposition::mostParts(planes, least)), remedy));
  reach = launch * every;
  division = {.planes = planes,
              .parts = parts,
              .halo = haloFor(program, reach),
              .margin = slabs.margin,
              .isPeriodic = slabs.isPeriodic};
  return chooseExchange(program, grid);
}

Status SlabPlan::chooseExchange(const ProgramDescription &program, const Grid &grid) {
  const int steps = fuses ? program.fusedSteps() : 1;
  SlabCosts costs;
  const int launchReach = stepReach(program) * steps;
  costs.own = (division.planes + division.parts - 1) / division.parts;
  costs.halo = division.halo;
  costs.isSingle = steps == 1;
  costs.plane = double(grid.cells()) / division.planes * steps / program.slabs->updatesPerSecond;
  costs.launch = costs.plane * (costs.own + (division.parts > 1 ? 2 * launchReach : 0));
  costs.sideBytes = sideBytes(program, grid, division.halo, steps * every);
  costs.sides = division.parts == 1 ? 0 : division.parts > 2 || division.isPeriodic ? 2 : 1;
  ExchangeLink link;
  if (program.slabs->linkBytesPerSecond > 0) {
    link.latency = program.slabs->exchangeLatency;
    link.bytesPerSecond = program.slabs->linkBytesPerSecond;
  }
  const std::string_view wanted = program.slabs->exchange;
  const bool isHost = program.world == ExecutionSpace::Cpu,
             canOrder = isHost || program.slabs->boundaryFirst;
  if (wanted == "ordered" && !canOrder)
    return Status::invalid(
        "exchange=ordered: the kernels of this program cannot compute their boundary planes first; "
        "compile it with --schedule=slabs:exchange=ordered");
  // On the host, copies use the same memory as launches, so that an overlap gains nothing.
  exchange = wanted == "ends"              ? SlabExchange::Ends
             : wanted == "ordered"         ? SlabExchange::Ordered
             : wanted == "after" || isHost ? SlabExchange::After
                                           : shortestExchange(costs, link, canOrder);
  const double before = secondsBefore(costs, every, double(launchReach));
  stepSeconds = (before + secondsOf(exchange, costs, link)) / (steps * every);
  if (const StepExchanges within = exchangesOfStep(program, grid, division.halo, every);
      within.count > 0)
    stepSeconds = costs.launch + (costs.sides > 0 ? within.count * link.latency : 0) +
                  costs.sides * within.bytes / link.bytesPerSecond;
  exchangeSteps = (secondsAfter(costs, link) - costs.launch) / link.secondsOfAPlane;
  return {};
}

std::vector<TraversalLevel> SlabPlan::nextGroup(const ProgramDescription &program,
                                                std::int64_t &steps) const {
  const SlabDescription &slabs = *program.slabs;
  const int single = stepReach(program);
  const bool isFused = fuses && steps >= program.fusedSteps();
  // Time steps of a launch, or of all kernels of a step.
  const int together = isFused ? program.fusedSteps() : 1;
  // A group of single steps may have as many launches as the halo allows, which may be wider than
  // necessary.
  const int most = isFused || single == 0 ? every : std::max(1, reach / single);
  const auto count = static_cast<int>(std::min<std::int64_t>(most, steps / together));
  steps -= std::int64_t{count} * together;
  std::vector<TraversalLevel> launches;
  for (int left = (count - 1) * together; left >= 0; left -= together)
    for (int kernel = 0; kernel < (isFused ? 1 : slabs.passes); ++kernel) {
      const KernelReach its = slabs.reaches && !isFused ? slabs.reaches[kernel]
                                                        : KernelReach{together * single, 0, 0, 0};
      launches.push_back({.kernel = isFused ? -1 : kernel,
                          .steps = isFused ? together : kernel + 1 == slabs.passes,
                          .reach = its.reads,
                          .beyondLow = its.beyondLow + left * slabs.reachLow,
                          .beyondHigh = its.beyondHigh + left * slabs.reachHigh});
    }
  return launches;
}

static double cellsOfHalo(const ProgramDescription &program, const Grid &grid, int halo) {
  return double(grid.cells()) / planesOf(program, grid) * halo;
}

/// Returns how many bytes of a neighbour's halo planes `piece` reads on one side. `piece` is an
/// action of a time step, such as a kernel. `cells` is the number of cells of one field in all halo
/// planes of one side. Only fields that steps change count.
static double bytesBefore(const ProgramDescription &program, const StepPiece &piece, double cells) {
  double bytes = 0;
  for (int i = piece.firstUse; i < piece.firstUse + piece.reads; ++i) {
    const PlaneUse &use = program.slabs->uses[i];
    const bool isLocal = use.field >= program.fieldCount;
    if (use.reach > 0 && (isLocal || program.fields[use.field].updated))
      bytes +=
          cells * double(sizeOf(isLocal ? program.locals[use.field - program.fieldCount].storage
                                        : program.fields[use.field].storage));
  }
  return bytes;
}

StepExchanges exchangesOfStep(const ProgramDescription &program, const Grid &grid, int halo,
                              int every) {
  StepExchanges all;
  double times = 1;
  for (int i = 0; i < program.slabs->pieceCount; ++i) {
    const StepPiece &piece = program.slabs->pieces[i];
    const double bytes = bytesBefore(program, piece, cellsOfHalo(program, grid, halo));
    if (piece.act == StepAct::Begin)
      times = std::ceil(double(program.slabs->repeats[piece.number].count) / every);
    else if (piece.act == StepAct::End)
      times = 1;
    all.count += bytes > 0 ? times : 0;
    all.bytes += times * bytes;
    all.most = std::max(all.most, bytes);
  }
  return all;
}

double sideBytes(const ProgramDescription &program, const Grid &grid, int halo, int steps) {
  if (program.slabs->pieceCount > 0)
    return exchangesOfStep(program, grid, halo, 1).most;
  const double cells = cellsOfHalo(program, grid, halo);
  double bytes = 0;
  for (int f = 0; f < program.fieldCount; ++f)
    if (const FieldDescription &field = program.fields[f]; field.updated)
      bytes += cells * double(sizeOf(field.storage)) * std::min(field.levels, steps);
  return bytes;
}

} // namespace stencilc::inline STENCILC_SPACE
