/// \file Schedule slabs: several devices share a domain, each with a slab of it along the last
/// axis, and exchange the planes at their ends.
///
///     device 0   |=======|::|            ===  planes that the device computes
///     device 1        |::|=====|::|      :::  halo: copies of a neighbour's planes, as many as the
///     device 2              |::|======|       launches between two exchanges read
///
/// Kernels are those of another schedule, which write some planes only and ask for boundaries with
/// the coordinates of the whole domain; a launch that fuses T steps needs halos of T r planes.
/// Planes come from the neighbours by copy engines, behind a launch (exchange=after) or beside it,
/// where its ends have been computed first (exchange=ends).
///
/// Legal with two axes or more, where a step needs no number of all cells on its way. Any number of
/// devices gives the same bits: cells are computed from the same values, reports join one value of
/// each plane in the order of planes (stencilc/slabs).
#include "plan/LaunchGrid.h"
#include "plan/Planner.h"
#include "plan/RangedSchedule.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

class Slabs : public RangedSchedule {
public:
  llvm::StringRef name() const override { return "slabs"; }
  llvm::StringRef summary() const override {
    return "several devices share the domain, each with a slab, and exchange planes";
  }
  TargetKind target() const override { return TargetKind::Cuda; }
  bool makes(TargetKind) const override { return true; }
  bool isDivided() const override { return true; }

  std::vector<OptionSpec> options() const override {
    return {
        {"exchange",
         "when planes are copied: after a launch, or beside it, its ends having been done first",
         {"auto", "after", "ends"}},
        {"every", "launches between two exchanges", {}},
        {"inner",
         "the schedule of the kernels, its options joined by +",
         {},
         OptionForm::Schedule}};
  }

  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const override {
    if (request.name.empty())
      return Fit::no("it is for several devices; ask for it with --devices=N or --schedule=slabs");
    const ir::Program &program = facts.program;
    if (program.rank() < 2)
      return Fit::no("it needs two axes or more, and the program has one");
    if (!program.repeats.empty())
      return Fit::no("iterations within a step need planes of the neighbours before the next one "
                     "begins, and planes are exchanged between steps");
    if (!program.surveys.empty())
      return Fit::no("a step needs numbers of the whole grid before it can go on, and a device has "
                     "some of the cells");
    if (Fit ends = fitEnds(facts, checksUsePlace(facts)); !ends.legal)
      return ends;
    return fitKernels(facts, target, request);
  }

  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    std::optional<Plan> fastest =
        fastestKernels(facts, facts, target, innerOf(facts, target, request));
    if (!fastest)
      return {};
    Plan plan = std::move(*fastest);
    SlabsPlan slabs;
    slabs.exchange = textOption(request, "exchange").value_or("auto");
    slabs.every = intOption(request, "every").value_or(1);
    takeKernels(facts, plan, slabs);
    plan.options["exchange"] = slabs.exchange;
    plan.options["every"] = std::to_string(slabs.every);
    plan.schedule = name().str();
    plan.slabs = slabs;
    plan.notes.insert(
        plan.notes.begin(),
        "each device has a slab of planes along " + facts.program.axes[facts.program.lastAxis()] +
            "; neighbours get the planes that the launches between two exchanges read");
    return {plan};
  }

private:
  /// Whether what is reduced changes with the place along the last axis.
  static bool checksUsePlace(const analysis::Facts &facts) {
    const ir::Program &program = facts.program;
    const int axis = program.lastAxis();
    return llvm::any_of(program.reductions, [&](const ir::Reduction &reduction) {
      return dependsOnAxis(program, reduction.value, axis) ||
             reduction.leftOut.low[axis] + reduction.leftOut.high[axis] > 0;
    });
  }

  ScheduleRequest ownKernels(const analysis::Facts &facts, const Target &target,
                             const ScheduleRequest &) const override {
    ScheduleRequest best = {"naive", {}};
    double cost = 0;
    for (const char *name : {"wavefront", "sweep", "naive"}) {
      ScheduleRequest inner = {name, {}};
      if (inner.name == "wavefront")
        inner.options.emplace("rest", "none");
      if (!findSchedule(name)->fit(facts, target, inner).legal)
        continue;
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
