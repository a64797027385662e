/// \file Schedule slabs: several devices share a domain.
///
/// Each device has a slab of the domain, a range of planes along the last axis. Devices exchange
/// the planes at the ends of their slabs.
///
///     device 0   |=======|::|            ===  planes that the device computes
///     device 1        |::|=====|::|      :::  halo: copies of a neighbour's planes, as many as the
///     device 2              |::|======|       launches between two exchanges read
///
/// The kernels are those of another schedule. They write a range of planes, and apply boundaries
/// with the coordinates of the whole domain. A launch that fuses T time steps needs halos of T r
/// planes, where r is the reach of an update. Planes of the neighbours are copied after a launch
/// (exchange=after), or while it runs. For this, the planes at the ends of a slab are computed
/// first, by launches of their own (exchange=ends) or by the first blocks of the launch
/// (exchange=ordered, kernel::boundaryFirst).
///
/// With many devices slabs are thin, and an exchange takes longer than fusing many time steps
/// saves. So kernels are chosen for the number of devices, by the time of a step with its exchange
/// (plan/cost/DividedCost.h). With one device, or if the number of devices is not given, the
/// kernels are the fastest ones for the whole domain.
///
/// A time step with `global` or `repeat` is computed in parts. Before each kernel, devices exchange
/// the planes that it reads, or combine their reduction results
/// (runtime/engines/slabs/run/PieceTasks.h).
///
/// With two axes a plane is a row, and with one axis a cell. Any number of devices gives the same
/// bits. Cells are computed from the same values, and a reduction combines one value of each plane
/// in the order of planes. With one axis it combines values of segments of cells
/// (stencilc/RowPieces.h).
#include "analysis/StepPieces.h"
#include "plan/cost/DividedCost.h"
#include "plan/interface/Options.h"
#include "plan/interface/RangedSchedule.h"
#include "support/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

namespace stencilc::schedules {

using namespace plan;

namespace {

class Slabs : public RangedSchedule {
public:
  llvm::StringRef name() const override { return "slabs"; }
  llvm::StringRef summary() const override {
    return "several devices share the domain, each with a slab, and exchange planes";
  }
  ScheduleTraits traits() const override { return {.makesCpu = true, .isDivided = true}; }

  std::vector<OptionSpec> options() const override {
    return {{"exchange",
             "when planes are copied: after a launch (after), or during it, when earlier launches "
             "(ends) or its own first blocks (ordered) have computed the planes at both ends",
             {"auto", "after", "ends", "ordered"}},
            {"every", "launches between two exchanges", {}},
            {"devices",
             "number of devices that kernels are chosen for, exchanges included; 1: the fastest on "
             "one device",
             {}},
            {"inner",
             "the schedule of the kernels, its options joined by +",
             {},
             OptionForm::Schedule}};
  }

protected:
  Fit fitProgram(const analysis::Facts &facts, const ScheduleRequest &request) const override {
    if (request.name.empty())
      return Fit::no("it is for several devices; ask for it with --devices=N or --schedule=slabs");
    const ir::Program &program = facts.program;
    if (Fit meetings = fitMeetings(program, request); !meetings.legal)
      return meetings;
    return fitEnds(facts);
  }

  std::vector<Plan> plansWith(const analysis::Facts &facts, const Target &target,
                              const ScheduleRequest &request,
                              const ScheduleRequest &inner) const override {
    const std::optional<Plan> ofOne = fastestKernels(facts, facts, target, inner);
    if (!ofOne)
      return {};
    std::vector<Plan> plans = {divided(facts, *ofOne, asked(facts, request))};
    if (hasLinks(target, *plans.front().slabs))
      addFaster(facts, request, inner, *ofOne, plans);
    return plans;
  }

private:
  /// Smallest relative saving of time for which several devices use other kernels than a single
  /// device. Kernels with a smaller saving are not used, because the kernels for a single device
  /// may already be compiled.
  static constexpr double kWorthOthers = 0.01;

  /// Returns the predicted seconds per 1e9 cell updates of a time step on one device. `kernels` is
  /// the plan of the kernels. A kernel that the step executes n times (statement `repeat`) counts n
  /// times.
  static double costOfKernels(const analysis::Facts &facts, const Plan &kernels) {
    double cost = kernels.cost;
    for (std::size_t index = 0; index < kernels.kernels.size(); ++index)
      cost += double(facts.dependence.kernels[index].times - 1) *
              kernels.kernels[index].estimate.seconds;
    return cost;
  }

  /// Checks the options `exchange` and `every` in `request` for programs whose devices wait for
  /// each other within a time step (statements `global` and `repeat`). Returns the reason if a
  /// value is not possible. Accepts all other programs.
  static Fit fitMeetings(const ir::Program &program, const ScheduleRequest &request) {
    if (!analysis::meetsWithin(program))
      return Fit::yes();
    const std::string exchange = textOption(request, "exchange").value_or("auto");
    if (exchange != "auto" && exchange != "after")
      return Fit::no("exchange=" + exchange +
                     ": a step that has 'global' or 'repeat' waits for all devices, and planes are "
                     "copied then; leave exchange out");
    if (intOption(request, "every").value_or(1) > 1 && program.repeats.empty())
      return Fit::no("every=: a step that has 'global' waits for all devices, and halos for "
                     "several of its kernels are useful only in iterations; leave every out");
    return Fit::yes();
  }

  /// Returns a SlabsPlan with the values of the options `exchange`, `every` and `devices` in
  /// `request`. Options that are not set have default values. If devices wait for each other within
  /// a time step, `exchange` is "after".
  static SlabsPlan asked(const analysis::Facts &facts, const ScheduleRequest &request) {
    SlabsPlan slabs;
    slabs.exchange = analysis::meetsWithin(facts.program)
                         ? "after"
                         : textOption(request, "exchange").value_or("auto");
    slabs.every = intOption(request, "every").value_or(1);
    slabs.devices = intOption(request, "devices").value_or(1);
    return slabs;
  }

  /// Returns true if `slabs` is a plan for several GPUs, which compute in parallel and exchange
  /// planes. Returns false for parts of a CPU. They share its memory and cores, so that together
  /// they are not faster than one device.
  static bool hasLinks(const Target &target, const SlabsPlan &slabs) {
    return slabs.devices > 1 && target.kind == TargetKind::Cuda;
  }

  /// Returns a plan that divides the domain into slabs (ranges of planes), on which devices launch
  /// the kernels of `kernels`, a plan for the whole domain. `slabs` has the values of the options.
  /// The number of devices in `slabs` changes the predicted cost of the plan, but none of its
  /// printed options.
  Plan divided(const analysis::Facts &facts, const Plan &kernels, SlabsPlan slabs) const {
    Plan plan = kernels;
    takeKernels(facts, plan, slabs);
    plan.options["exchange"] = slabs.exchange;
    plan.options["every"] = std::to_string(slabs.every);
    plan.schedule = name().str();
    plan.notes.insert(
        plan.notes.begin(),
        "each device has a slab of planes along " + facts.program.axes[facts.program.lastAxis()] +
            "; neighbours get the planes that the launches between two exchanges read");
    slabs.kernelCost = costOfKernels(facts, kernels);
    const std::optional<Plan> onSlab =
        fastestKernels(facts, factsOfSlab(facts, slabs.devices), plan.target, asRequest(kernels));
    const DividedCost cost = dividedCost(facts, onSlab ? *onSlab : kernels, slabs);
    slabs.expected = cost.launches;
    if (hasLinks(plan.target, slabs))
      plan.cost = cost.perUpdates;
    plan.slabs = slabs;
    return plan;
  }

  /// Adds plans to `plans` whose kernels differ from those for one device, if all devices together
  /// are faster with them. Candidates are the fastest kernels on one slab (planes of one device),
  /// for each schedule and number of fused time steps. `ofOne` is the plan with the fastest kernels
  /// for one device, and `kernelsOfOne` the request for its schedule. `request` has the options of
  /// schedule slabs.
  void addFaster(const analysis::Facts &facts, const ScheduleRequest &request,
                 const ScheduleRequest &kernelsOfOne, const Plan &ofOne,
                 std::vector<Plan> &plans) const {
    const Target target = ofOne.target;
    const analysis::Facts slab = factsOfSlab(facts, plans.front().slabs->devices);
    for (const ScheduleRequest &inner : requestsOf(facts, target, request, kernelsOfOne)) {
      std::map<int, std::optional<Plan>> byDepth;
      for (Plan &kernels : kernelsBy(facts, slab, target, inner)) {
        std::optional<Plan> &fastest = byDepth[depthOf(kernels)];
        if (!fastest || kernels.cost < fastest->cost)
          fastest = std::move(kernels);
      }
      for (const auto &[depth, onSlab] : byDepth) {
        const std::optional<Plan> whole = fastestKernels(facts, facts, target, asRequest(*onSlab));
        if (!whole)
          continue;
        Plan plan = divided(facts, *whole, asked(facts, request));
        if (plan.cost > (1 - kWorthOthers) * plans.front().cost)
          continue;
        plan.notes.push_back(whyOthers(ofOne, *whole, *plan.slabs));
        plans.push_back(std::move(plan));
      }
    }
  }

  static int depthOf(const Plan &kernels) { return kernels.fused ? kernels.fused->steps : 1; }
  static ScheduleRequest asRequest(const Plan &kernels) {
    return {kernels.schedule, kernels.options};
  }

  /// Returns a note for the user on why several devices use the kernels of the plan `kernels`,
  /// although `ofOne` is the fastest plan for one device. `slabs` has the number of devices and of
  /// planes. Example: "for 8 devices, of 64 planes each: 2 steps fused, where one device fuses 4".
  static std::string whyOthers(const Plan &ofOne, const Plan &kernels, const SlabsPlan &slabs) {
    const int here = depthOf(kernels), there = depthOf(ofOne);
    return llvm::formatv("for {0} devices, of {1} each: {2}", slabs.devices,
                         counted(slabs.expected.planes, "plane"),
                         here == there ? "kernels that suit so few better than those of one device"
                                       : llvm::formatv("{0} fused, where one device fuses {1}",
                                                       counted(here, "step"), there)
                                             .str())
        .str();
  }

  /// Returns requests for the schedules whose kernels are candidates on the planes of one device.
  /// If the user sets the option `inner` in `request`, the only one is `inner`, the parsed value of
  /// this option. Otherwise there is a request for each schedule that can run the program on a
  /// range of planes.
  static std::vector<ScheduleRequest> requestsOf(const analysis::Facts &facts, const Target &target,
                                                 const ScheduleRequest &request,
                                                 const ScheduleRequest &inner) {
    return textOption(request, "inner") ? std::vector<ScheduleRequest>{inner}
                                        : ownRequests(facts, target);
  }
  static std::vector<ScheduleRequest> ownRequests(const analysis::Facts &facts,
                                                  const Target &target) {
    std::vector<ScheduleRequest> requests;
    for (const char *name : {"wavefront", "sweep", "naive"}) {
      ScheduleRequest inner = {name, {}};
      if (inner.name == "wavefront")
        inner.options.emplace("rest", "none");
      if (canBeRanged(facts.program, target, inner, {}).legal &&
          findSchedule(name)->fit(facts, target, inner).legal)
        requests.push_back(std::move(inner));
    }
    return requests;
  }

  ScheduleRequest ownKernels(const analysis::Facts &facts, const Target &target,
                             const ScheduleRequest &) const override {
    ScheduleRequest best = {"naive", {}};
    double cost = 0;
    for (const ScheduleRequest &inner : ownRequests(facts, target)) {
      const std::optional<Plan> plan = fastestKernels(facts, facts, target, inner);
      if (plan && (cost == 0 || plan->cost < cost)) {
        cost = plan->cost;
        best = inner;
      }
    }
    return best;
  }
};

} // namespace

const Schedule &scheduleSlabs() {
  static const Slabs slabs;
  return slabs;
}

} // namespace stencilc::schedules
