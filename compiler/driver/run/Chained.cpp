/// \file The predicted speed of out-of-core runs whose data pass through several devices one after
/// the other, by the planner of the runtime.
#include "driver/run/Chained.h"
#include "driver/cli/Paragraph.h"
#include "driver/files/References.h"
#include "ir/Locals.h"
#include "ir/Named.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "plan/cost/Buffers.h"
#include "plan/interface/Ranged.h"
#include "plan/interface/Schedule.h"
#include "plan/search/Planner.h"
#include "runtime/core/device/DeviceChoice.h"
#include "runtime/core/fields/FieldMemory.h"
#include "runtime/core/support/Text.h"
#include "runtime/engines/stream/plan/TraversalPlanner.h"
#include "llvm/ADT/StringRef.h"
#include <limits>

namespace stencilc::driver {

bool isStreamed(const std::string &schedule) {
  return llvm::StringRef(schedule).split(':').first == plan::outOfCoreSchedule().name();
}

namespace {

/// The program and its domain in the form that the runtime's planner of out-of-core runs needs.
class PlannedDomain {
public:
  PlannedDomain(const Explanation &explanation) {
    const ir::Program &program = explanation.facts.program;
    const plan::Plan &plan = explanation.plan;
    describeStream(explanation);
    for (ir::FieldId id : ir::storedFields(program)) {
      const ir::FieldDecl &field = program.fields[id];
      const int buffers = plan::buffersOf(explanation.facts, plan, id);
      const bool isUpdated = ir::isUpdated(program, id);
      fields.push_back(
          {field.name.c_str(), scalarOf(field.storage), field.levels, buffers, isUpdated});
    }
    for (const auto &[id, place] : explanation.facts.dependence.locals)
      locals.push_back(
          {scalarOf(program.fields[id].storage), static_cast<int>(place.field.index), place.level});
    description.name = program.name.c_str();
    description.rank = program.rank();
    for (int axis = 0; axis < program.rank(); ++axis) {
      description.axes[axis] = program.axes[axis].c_str();
      description.minimumExtents[axis] = explanation.facts.footprint.minimumExtents[axis];
    }
    description.fields = fields.data();
    description.fieldCount = static_cast<int>(fields.size());
    description.locals = locals.data();
    description.localCount = static_cast<int>(locals.size());
    domain.uses = usesOf(description);
    description.stream = &stream;
    if (plan.fused && plan.fused->steps > 1) {
      fused.steps = plan.fused->steps;
      description.fused = &fused;
      description.fusedCount = 1;
    }
    domain.program = &description;
    domain.isGpu = explanation.isGpu();
    domain.hasChecksums = false;
    constexpr std::uint64_t kUnit = std::uint64_t{2} << 20; // granularity of GPU memory, in bytes
    domain.ringUnit = domain.isGpu ? kUnit : 4096;
    const Extents grid = ir::gridExtents(program, explanation.extents);
    for (int axis = 0; axis < kMaxAxes; ++axis)
      domain.extents[axis] = grid[axis];
    std::uint64_t bytes = 0;
    isPossible = bool(planFields(description, domain.extents, domain.fields, bytes));
  }
  PlannedDomain(const PlannedDomain &) = delete;

  /// Stores in `choice` how an out-of-core run copies the domain in chunks of planes through
  /// `devices` devices. Each chunk goes from the host through all devices, one after the other.
  /// Each device has `memory` bytes. Returns false if the domain does not fit.
  bool choose(int devices, std::uint64_t memory, TraversalChoice &choice) {
    domain.devices = devices;
    TraversalRates rates;
    rates.linkBytes = rates.linkBytesAlone = kLinkBytes;
    const double plane = domain.planeCells() / stream.updatesPerSecond;
    rates.fused.assume(plane * description.fusedSteps(), stream.margin);
    rates.single.assume(plane / std::max(1, stream.kernels), 0);
    return isPossible && TraversalPlanner(domain, rates)
                             .choose(std::uint64_t(kShare * double(memory)),
                                     std::numeric_limits<std::uint64_t>::max(), choice)
                             .ok();
  }
  double cells() const { return domain.planeCells() * domain.planes(); }

  static constexpr double kShare = 0.96;     // share of the memory that a run may use
  static constexpr double kLinkBytes = 46e9; // of an H200, per direction, with traffic in both

private:
  void describeStream(const Explanation &explanation) {
    const plan::OutOfCorePlan &plan = *explanation.plan.outOfCore;
    // A wavefront of temporal degree 1 computes all kernels of a step in one launch.
    const int kernels = static_cast<int>(explanation.facts.dependence.kernels.size());
    const bool isOneLaunch = explanation.plan.fused && explanation.plan.fused->steps == 1;
    stream.method = plan.method.c_str();
    stream.inner = plan.inner.c_str();
    stream.isSkewed = plan.isSkewed();
    stream.isPipelined = plan.isPipelined();
    stream.isPeriodic = plan.isPeriodic;
    stream.kernels = isOneLaunch ? 1 : kernels;
    stream.reach = plan.reach.most();
    stream.lag = isOneLaunch ? stream.reach : plan.reach.lag;
    for (const analysis::KernelReach &kernel : plan.reach.kernels)
      reaches.push_back({kernel.most(), kernel.beyondLow, kernel.beyondHigh, kernel.lag});
    stream.reaches = isOneLaunch ? nullptr : reaches.data();
    stream.margin = plan.margin;
    stream.depth = plan.depth;
    stream.planes = plan.planes;
    stream.reachAcross = plan.reachAcross;
    stream.checkReach = plan::reductionReach(explanation.facts);
    stream.strips = plan.strips;
    stream.residentPercent = 0;
    stream.updatesPerSecond = std::max(1e6, 1e9 * explanation.plan.glups());
  }

  std::vector<KernelReach> reaches;
  StreamDescription stream{};
  FusedKernel fused{};
  std::vector<FieldDescription> fields;
  std::vector<LocalDescription> locals;
  ProgramDescription description{};
  OutOfCoreDomain domain;
  bool isPossible = false;
};

} // namespace

void explainChain(const Explanation &explanation, const DeviceChoice &devices,
                  llvm::raw_ostream &out) {
  const std::optional<plan::OutOfCorePlan> &plan = explanation.plan.outOfCore;
  if (!plan || !devices.isGiven())
    return;
  out << "\n"
         "Devices in sequence, by the model\n";
  if (!plan->isPipelined() || plan->resident > 0 || plan->method == "resident")
    return printLabelled(
        out, "",
        "method " + plan->method +
            " uses one device; several need method p-tbmr without resident planes");
  constexpr int kAll = 8;
  const int most = devices.all ? kAll : static_cast<int>(devices.numbers.size());
  PlannedDomain domain(explanation);
  Table table(
      {"devices", "steps", "planes", "memory each", "link", "kernels", "GLUP/s", "of n times one"},
      {true, true, true, true, true, true, true, true});
  double alone = 0;
  for (int count = 1; count <= most; ++count) {
    TraversalChoice choice;
    if (!domain.choose(count, explanation.capacity.bytes, choice))
      continue;
    const double rate = domain.cells() / choice.secondsPerStep() * 1e-9;
    alone = count == 1 ? rate : alone;
    table.add({std::to_string(count), std::to_string(choice.depth),
               std::to_string(choice.shape.chunk), formatBytes(double(choice.deviceBytes())),
               formatSeconds(std::max(choice.traversal.in, choice.traversal.out)),
               formatSeconds(choice.traversal.compute), format("%.4g", rate),
               alone > 0 ? format("%.1f%%", 100 * rate / (count * alone)) : "-"});
  }
  table.print(out);
  printLabelled(
      out, "",
      format("steps: time steps of a traversal, by all devices together. planes: planes of a "
             "chunk. link: seconds of a traversal for copies over the link to the host (%.0f GB/s "
             "each way). kernels: seconds of a traversal for the launches of each device. These "
             "hold for runs of many traversals; a run measures its own link and kernels.",
             PlannedDomain::kLinkBytes * 1e-9));
}

} // namespace stencilc::driver
