/// \file Domains that are divided among several devices: the requested division and its predicted
/// speed.
#include "driver/run/Divided.h"
#include "driver/cli/Paragraph.h"
#include "driver/machines/Machine.h"
#include "driver/process/Launches.h"
#include "driver/run/Chained.h"
#include "plan/cost/DividedCost.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Ranged.h"
#include "plan/interface/Schedule.h"
#include "plan/search/Planner.h"
#include "runtime/core/device/DeviceChoice.h"
#include "runtime/core/support/Text.h"
#include "runtime/engines/slabs/plan/Decomposition.h"
#include "support/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::driver {

static constexpr int kMostExplained = 8; // number of devices that --devices=all means for `explain`

bool asksForDivided(const std::string &schedule) {
  return llvm::StringRef(schedule).split(':').first == plan::dividedSchedule().name();
}

std::string dividedRequest(const std::string &schedule, int devices) {
  std::string name = plan::dividedSchedule().name().str(), options;
  if (asksForDivided(schedule)) {
    options = llvm::StringRef(schedule).split(':').second.str();
  } else if (!schedule.empty()) {
    std::string inner = schedule;
    std::replace(inner.begin(), inner.end(), ',', '+');
    options = "inner=" + inner;
  }
  if (devices > 0 && !llvm::StringRef("," + options).contains(",devices="))
    options = "devices=" + std::to_string(devices) + (options.empty() ? "" : ",") + options;
  return options.empty() ? name : name + ":" + options;
}

int devicesPlannedFor(const Options &options) {
  const int processes = processesOf(options);
  const DeviceChoice &choice = options.run.devices;
  int each = 0;
  if (choice.isGiven())
    each = !choice.all                           ? static_cast<int>(choice.numbers.size())
           : options.command == Command::Explain ? kMostExplained
                                                 : cudaDeviceCount();
  return processes > 1 ? processes * std::max(1, each) : each;
}

void completePlanOptions(Options &options) {
  const bool areSeveral = processesOf(options) > 0;
  options.plan.isScheduleFree = options.plan.schedule.empty() && !areSeveral;
  const bool divides = options.command != Command::Probe && options.run.devices.isGiven();
  if ((areSeveral || divides) && !isStreamed(options.plan.schedule))
    options.plan.schedule = dividedRequest(options.plan.schedule, devicesPlannedFor(options));
}

/// Returns the largest number of devices among which a grid of `extents` cells can be divided with
/// `plan`.
static int mostDevices(const analysis::Facts &facts, const plan::RangedPlan &plan,
                       const Extents &extents) {
  const int planes = static_cast<int>(extents[facts.program.lastAxis()]);
  return std::max(1, Decomposition::mostParts(planes, plan::haloOf(facts, plan, 1, 1)));
}

/// Returns the largest number of processes among which the domain of an out-of-core run with `plan`
/// can be divided.
static int mostSharers(const analysis::Facts &facts, const plan::OutOfCorePlan &plan,
                       const Extents &extents) {
  const int halo = plan.reach.lag + std::max(0, plan::reductionReach(facts));
  const auto planes = static_cast<int>(extents[facts.program.lastAxis()]);
  return std::max(1, Decomposition::mostParts(planes, halo));
}

bool leavesScheduleOpen(const Options &options) {
  return options.plan.schedule.empty() ||
         ((options.run.devices.isGiven() || processesOf(options) > 1) &&
          options.plan.schedule == dividedRequest("", devicesPlannedFor(options)));
}

Shares sharesFor(int processes, const DeviceChoice &devices, const analysis::Facts &facts,
                 const plan::Plan &plan, const Extents &extents) {
  Shares shares = {std::max(1, processes), devices};
  if (plan.outOfCore) // the devices of a chain process all planes
    shares.processes = std::min(shares.processes, mostSharers(facts, *plan.outOfCore, extents));
  if (!plan.slabs)
    return shares;
  const int most = mostDevices(facts, *plan.slabs, extents);
  std::vector<int> &numbers = shares.devices.numbers;
  numbers.resize(std::min(numbers.size(), static_cast<std::size_t>(most)));
  const int each = std::max(1, static_cast<int>(numbers.size()));
  shares.processes = std::min(shares.processes, most / each);
  return shares;
}

Extents leastDivided(const analysis::Facts &facts, Extents minimum) {
  const int last = facts.program.lastAxis();
  const int planes = std::max(plan::reachOf(facts, last).most(), plan::reachOfChecks(facts, last));
  minimum[last] = std::max<std::int64_t>(minimum[last], planes);
  return minimum;
}

std::vector<DividedRow> dividedRows(const Options &options, const analysis::Facts &facts,
                                    const plan::Plan &plan) {
  std::vector<DividedRow> rows;
  auto request = plan::parseScheduleRequest(options.plan.schedule);
  if (!request || !plan.slabs || !options.run.devices.isGiven()) {
    llvm::consumeError(request.takeError());
    return rows;
  }
  const int most = std::min(devicesPlannedFor(options),
                            mostDevices(facts, *plan.slabs, plan::plannedExtents(facts.program)));
  for (int devices = 1; devices <= most; ++devices) {
    request->options["devices"] = std::to_string(devices);
    const plan::Planning planning = plan::choosePlan(facts, plan.target, *request);
    if (!planning.best)
      break;
    DividedRow row = {*planning.best->slabs, planning.best->options.at("inner"),
                      planning.best->cost, planning.best->cost};
    for (const plan::Plan &other : planning.candidates)
      if (!rows.empty() && other.options.at("inner") == rows.front().kernels)
        row.costOfOne = other.cost;
    rows.push_back(std::move(row));
  }
  return rows;
}

namespace {

/// Returns the kernels of a plan for several devices as text: "wavefront, 4 fused steps".
std::string kernelsText(const DividedRow &row) {
  const int steps = row.slabs.expected.steps;
  return row.slabs.inner + (steps > 1 ? ", " + std::to_string(steps) + " fused steps" : "");
}

/// Returns a sentence on the latency and the rate that the model assumes for links between devices,
/// and on where these numbers come from.
std::string linksText(const Explanation &explanation) {
  const plan::Target &target = explanation.plan.target;
  const ExchangeLink link = plan::linkOf(target);
  const std::string numbers = format("An exchange takes %.3g us + bytes / %.4g GB/s, ",
                                     1e6 * link.latency, 1e-9 * link.bytesPerSecond);
  return numbers +
         (target.links ? "of " + explanation.machine
                       : "as measured between H200 GPUs; stencilc probe --devices measures the "
                         "links of a machine") +
         ".";
}

/// Prints which kernels are used on each number of devices. Prints nothing if they are the same for
/// all numbers.
void explainKernelsOfDevices(const std::vector<DividedRow> &rows, llvm::raw_ostream &out) {
  std::string label = "kernels";
  for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
    const std::string text = kernelsText(rows[first]);
    while (end < rows.size() && kernelsText(rows[end]) == text)
      ++end;
    if (first == 0 && end == rows.size())
      return;
    printLabelled(out, label,
                  (end - first > 1 ? format("%zu to ", first + 1) : "") + counted(end, "device") +
                      ": " + text);
    label.clear();
  }
}

} // namespace

void explainDevices(const Explanation &explanation, llvm::raw_ostream &out) {
  const std::vector<DividedRow> &rows = explanation.devices;
  if (rows.empty())
    return;
  out << "\nSeveral devices, by the model\n";
  Table table({"devices", "planes", "steps", "exchanged", "alone", "after", "ends", "ordered",
               "GLUP/s", "of n times one", "sooner"},
              {true, true, true, true, true, true, true, true, true, true, true});
  for (const DividedRow &row : rows) {
    const plan::SlabLaunches &launches = row.slabs.expected;
    const int devices = row.slabs.devices;
    const bool isOne = devices == 1;
    table.add({std::to_string(devices), std::to_string(launches.planes),
               std::to_string(launches.steps * launches.launches),
               isOne ? "-" : formatBytes(launches.sideBytes), formatSeconds(launches.alone),
               isOne ? "-" : formatSeconds(launches.after),
               isOne ? "-" : formatSeconds(launches.ends),
               isOne ? "-" : formatSeconds(launches.ordered), format("%.4g", 1 / row.cost),
               format("%.1f%%", 100 * rows.front().cost / (devices * row.cost)),
               row.gain() > 0 ? format("%.1f%%", 100 * row.gain()) : "-"});
  }
  table.print(out);
  explainKernelsOfDevices(rows, out);
  printLabelled(out, "",
                "alone: seconds of a launch, or of all launches between two exchanges, without the "
                "exchange. after: with the exchange after it. ends: with the exchange at the same "
                "time, after launches of the boundary planes. ordered: with the exchange at the "
                "same time, in a launch that computes the boundary planes first. exchanged: bytes "
                "per side. sooner: time saved against the kernels for one device. " +
                    linksText(explanation));
}

} // namespace stencilc::driver
