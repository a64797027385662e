/// \file The plan of a run on several devices.
#include "stencilc/slabs/SlabPlan.h"
#include "stencilc/Text.h"
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

static int stepReach(const ProgramDescription &program) {
  return program.slabs->passes * program.slabs->reach;
}

Status SlabPlan::choose(const ProgramDescription &program, const Grid &grid, int parts,
                        const char *remedy) {
  const SlabDescription &slabs = *program.slabs;
  const int planes = program.rank == 3 ? grid.nz : grid.ny, single = stepReach(program);
  const bool sends = parts > 1 || slabs.isPeriodic;
  const auto fits = [&](int halo) {
    return !sends || parts <= Decomposition::mostParts(planes, halo);
  };
  fuses = program.fusedSteps() > 1 && fits(single * program.fusedSteps());
  const int launch = fuses ? single * program.fusedSteps() : single;
  every = slabs.every;
  while (every > 1 && !fits(launch * every))
    --every;
  if (parts == 1 && !fits(launch * every))
    return Status::invalid(
        format("%d planes along %s are fewer than the %d that a step reads beyond either end; a "
               "periodic domain that is divided needs as many",
               planes, program.axes[program.rank - 1], single));
  if (!fits(launch * every))
    return Status::invalid(
        format("%d parts are too many for %d planes along %s: a step reads %d to either side, so "
               "that no more than %d fit; %s",
               parts, planes, program.axes[program.rank - 1], single,
               std::max(1, Decomposition::mostParts(planes, single)), remedy));
  division = {.planes = planes,
              .parts = parts,
              .halo = launch * every,
              .margin = slabs.margin,
              .isPeriodic = slabs.isPeriodic};
  return chooseExchange(program, grid);
}

Status SlabPlan::chooseExchange(const ProgramDescription &program, const Grid &grid) {
  const int steps = fuses ? program.fusedSteps() : 1;
  SlabCosts costs;
  const int reach = division.halo / every; // of a launch
  costs.own = (division.planes + division.parts - 1) / division.parts;
  costs.halo = division.halo;
  costs.isSingle = steps == 1;
  costs.plane = double(grid.cells()) / division.planes * steps / program.slabs->updatesPerSecond;
  costs.launch = costs.plane * (costs.own + (division.parts > 1 ? 2 * reach : 0));
  costs.sideBytes = sideBytes(program, grid, division.halo, steps * every);
  costs.sides = division.parts == 1 ? 0 : division.parts > 2 || division.isPeriodic ? 2 : 1;
  ExchangeLink link;
  if (program.slabs->linkBytesPerSecond > 0) {
    link.latency = program.slabs->exchangeLatency;
    link.bytesPerSecond = program.slabs->linkBytesPerSecond;
  }
  const std::string_view wanted = program.slabs->exchange;
  const bool isHost = program.world == World::Cpu, canOrder = isHost || program.slabs->endsFirst;
  if (wanted == "ordered" && !canOrder)
    return Status::invalid("exchange=ordered: the kernels of this program cannot do their ends "
                           "first; compile it with --schedule=slabs:exchange=ordered");
  // On the host copies and launches share the same memory.
  exchange = wanted == "ends"              ? SlabExchange::Ends
             : wanted == "ordered"         ? SlabExchange::Ordered
             : wanted == "after" || isHost ? SlabExchange::After
                                           : shortestExchange(costs, link, canOrder);
  const double before = secondsBefore(costs, every, reach);
  stepSeconds = (before + secondsOf(exchange, costs, link)) / (steps * every);
  exchangeSteps = (secondsAfter(costs, link) - costs.launch) / link.secondsOfAPlane;
  return {};
}

std::vector<TraversalLevel> SlabPlan::nextGroup(const ProgramDescription &program,
                                                std::int64_t &steps) const {
  const int reach = program.slabs->reach, single = stepReach(program);
  std::vector<TraversalLevel> launches;
  if (fuses && steps >= program.fusedSteps()) {
    const int fused = program.fusedSteps();
    for (int launch = 0; launch < every && steps >= fused; ++launch, steps -= fused)
      launches.push_back({.kernel = -1, .steps = fused, .reach = fused * single});
    return launches;
  }
  // As many as halos allow, which may have been made for more.
  const int most = std::max(1, division.halo / single);
  for (int step = 0; step < most && steps > 0; ++step, --steps)
    for (int kernel = 0; kernel < program.slabs->passes; ++kernel)
      launches.push_back(
          {.kernel = kernel, .steps = kernel + 1 == program.slabs->passes, .reach = reach});
  return launches;
}

double sideBytes(const ProgramDescription &program, const Grid &grid, int halo, int steps) {
  const double cells = double(grid.cells()) / (program.rank == 3 ? grid.nz : grid.ny) * halo;
  double bytes = 0;
  for (int f = 0; f < program.fieldCount; ++f)
    if (const FieldDescription &field = program.fields[f]; field.updated)
      bytes += cells * double(sizeOf(field.storage)) * std::min(field.levels, steps);
  return bytes;
}

} // namespace stencilc::inline STENCILC_SPACE
