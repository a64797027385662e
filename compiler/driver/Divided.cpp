/// \file Several devices: what is asked for, and what the model expects of them.
#include "driver/Divided.h"
#include "driver/Paragraph.h"
#include "ir/StorageTypes.h"
#include "plan/Planner.h"
#include "plan/Schedule.h"
#include "stencilc/DeviceChoice.h"
#include "stencilc/Text.h"
#include "stencilc/slabs/Decomposition.h"
#include "stencilc/slabs/ExchangeModel.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::driver {

std::string dividedRequest(const std::string &schedule) {
  std::string divided = plan::dividedSchedule().name().str();
  if (schedule.empty())
    return divided;
  if (llvm::StringRef(schedule).split(':').first == divided)
    return schedule;
  std::string inner = schedule;
  std::replace(inner.begin(), inner.end(), ',', '+');
  return divided + ":inner=" + inner;
}

namespace {

/// Planes that a time step reads to either side, with those that launches between two exchanges do.
int haloOf(const analysis::Facts &facts, const plan::Plan &plan, int steps, int launches) {
  return plan.slabs->reach * static_cast<int>(facts.dependence.kernels.size()) * steps * launches;
}

/// The plan of the kernels alone on so many planes: a launch of fewer is over sooner, but chunks
/// and waves fit it worse.
double secondsOfLaunch(const Explanation &explanation, int planes, int steps) {
  analysis::Facts facts = explanation.facts;
  Extents extents = explanation.extents;
  extents[facts.program.lastAxis()] = planes;
  facts.program.sizeHint = extents;
  double cells = 1;
  for (int axis = 0; axis < facts.program.rank(); ++axis)
    cells *= double(extents[axis]);
  auto request = plan::parseScheduleRequest(explanation.plan.requestText());
  double cost = explanation.plan.cost;
  if (!request)
    llvm::consumeError(request.takeError());
  else
    for (const plan::Plan &plan :
         plan::dividedSchedule().candidates(facts, explanation.plan.target, *request))
      cost = plan.cost;
  return cost * cells * 1e-9 * steps;
}

/// Bytes that a part sends to one neighbour.
double bytesToASide(const Explanation &explanation, int halo, int steps) {
  const ir::Program &program = explanation.facts.program;
  double cells = halo, bytes = 0;
  for (int axis = 0; axis < program.lastAxis(); ++axis)
    cells *= double(explanation.extents[axis]);
  for (const ir::Stage &stage : program.stages)
    if (const ir::FieldDecl &field = program.fields[stage.target]; !field.isLocal)
      bytes += cells * ir::bytesOf(field.storage) * std::min(field.levels, steps);
  return bytes;
}

/// What the model says of some devices.
struct DeviceRow {
  double launch = 0, after = 0, ends = 0; // seconds of a launch, and with its exchange
  int planes = 0;
};

DeviceRow rowOf(const Explanation &explanation, int devices, int steps, int halo) {
  const int all = static_cast<int>(explanation.extents[explanation.facts.program.lastAxis()]);
  DeviceRow row;
  row.planes = (all + devices - 1) / devices;
  SlabCosts costs;
  costs.own = row.planes;
  costs.halo = halo;
  costs.launch = secondsOfLaunch(explanation, row.planes, steps);
  costs.plane = costs.launch / row.planes;
  costs.sideBytes = bytesToASide(explanation, halo, steps);
  costs.sides = devices == 1 ? 0 : devices > 2 || explanation.plan.slabs->isPeriodic ? 2 : 1;
  row.launch = costs.launch;
  row.after = secondsAfter(costs);
  row.ends = secondsEnds(costs);
  return row;
}

} // namespace

Shares sharesFor(int processes, const std::string &devices, const analysis::Facts &facts,
                 const plan::Plan &plan, const Extents &extents) {
  Shares shares = {std::max(1, processes), devices};
  if (!plan.slabs)
    return shares;
  const int planes = static_cast<int>(extents[facts.program.lastAxis()]);
  const int most = std::max(1, Decomposition::mostParts(planes, haloOf(facts, plan, 1, 1)));
  DeviceChoice choice;
  if (!devices.empty() && parseDevices(devices, choice).empty() && !choice.all) {
    const std::size_t fitting = std::min(choice.numbers.size(), static_cast<std::size_t>(most));
    choice.numbers.resize(fitting);
    shares.devices.clear();
    for (const int number : choice.numbers)
      shares.devices += std::to_string(number) + ",";
  }
  const int each = std::max(1, static_cast<int>(choice.numbers.size()));
  shares.processes = std::min(shares.processes, most / each);
  return shares;
}

Extents leastDivided(const analysis::Facts &facts, Extents minimum) {
  const int last = facts.program.lastAxis();
  const Reach &reach = facts.footprint.reach;
  const std::int64_t planes =
      std::max(reach.low[last], reach.high[last]) * std::int64_t(facts.program.stages.size());
  minimum[last] = std::max(minimum[last], planes);
  return minimum;
}

void explainDevices(const Explanation &explanation, const std::string &devices,
                    llvm::raw_ostream &out) {
  DeviceChoice choice;
  const plan::Plan &plan = explanation.plan;
  if (!plan.slabs || !parseDevices(devices, choice).empty())
    return;
  constexpr int kAll = 8;
  const int most = choice.all ? kAll : static_cast<int>(choice.numbers.size());
  const int planes = static_cast<int>(explanation.extents[explanation.facts.program.lastAxis()]);
  const int steps = plan.fused ? plan.fused->steps : 1;
  const int halo = haloOf(explanation.facts, plan, steps, plan.slabs->every);
  out << "\nSeveral devices, by the model\n";
  Table table({"devices", "planes", "kernels alone", "after", "ends", "GLUP/s", "of n times one"},
              {true, true, true, true, true, true, true});
  double cells = 1;
  for (int axis = 0; axis < explanation.facts.program.rank(); ++axis)
    cells *= double(explanation.extents[axis]);
  const double alone = rowOf(explanation, 1, steps, halo).launch;
  for (int count = 1; count <= most; ++count) {
    if (count > 1 && count > Decomposition::mostParts(planes, halo))
      break;
    const DeviceRow row = rowOf(explanation, count, steps, halo);
    const double best = plan.slabs->exchange == "after"  ? row.after
                        : plan.slabs->exchange == "ends" ? row.ends
                                                         : std::min(row.after, row.ends);
    table.add({std::to_string(count), std::to_string(row.planes), formatSeconds(row.launch),
               count == 1 ? "-" : formatSeconds(row.after),
               count == 1 ? "-" : formatSeconds(row.ends),
               format("%.4g", cells * steps / best * 1e-9),
               format("%.1f%%", 100 * alone / (count * best))});
  }
  table.print(out);
  printLabelled(
      out, "",
      format("seconds of a launch of %d step%s, and of one with an exchange of %d planes (", steps,
             steps == 1 ? "" : "s", halo) +
          formatBytes(bytesToASide(explanation, halo, steps)) +
          " to a side) behind it or beside it; links as measured between H200 GPUs");
}

} // namespace stencilc::driver
