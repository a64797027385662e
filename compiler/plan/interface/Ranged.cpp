/// \file Properties of programs that decide whether and how kernels can be launched on a range of
/// planes.
#include "plan/interface/Ranged.h"
#include "analysis/Footprint.h"
#include "analysis/StepPieces.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include "plan/search/Planner.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::plan {

bool dependsOnAxis(const ir::Program &program, ir::ExprId root, int axis) {
  const auto isAlong = [&](const auto &node) { return node.axis == axis; };
  const auto hasAxis = [&](const ir::ProfileRead &read) {
    return program.profiles[read.profile].along[axis];
  };
  return ir::contains<ir::Position>(program, root, isAlong) ||
         ir::contains<ir::Extent>(program, root, isAlong) ||
         ir::contains<ir::ProfileRead>(program, root, hasAxis) ||
         ir::contains<ir::PointWeight>(program, root);
}

std::optional<bool> endsMeet(const analysis::Facts &facts) {
  const int axis = facts.program.lastAxis();
  bool any = false, other = false;
  const auto meet = [&](ir::FieldId field, const Reach &reach) {
    if (reach.low[axis] + reach.high[axis] > 0)
      (facts.faces.at(field, axis, Side::Low).isPeriodic() ? any : other) = true;
  };
  for (const auto &[field, reach] : facts.footprint.fields)
    meet(field, reach);
  for (ir::ReductionId id : facts.program.reductions.ids())
    for (const auto &[fieldLevel, read] : facts.footprint.reductions.at(id).fieldLevels)
      meet(fieldLevel.field, read.reach);
  for (ir::StageId id : facts.program.stages.ids())
    other |=
        facts.program.stages[id].frozen.low[axis] + facts.program.stages[id].frozen.high[axis] > 0;
  return any && other ? std::nullopt : std::optional(any);
}

/// Returns true if a fixed boundary value of `field` depends on the coordinate along `axis`, or on
/// the number of cells along it. Only faces beyond which updates read are considered. `reach` has
/// the number of cells that they read beyond each face.
static bool facesUsePlace(const analysis::Facts &facts, ir::FieldId field, const Reach &reach,
                          int axis) {
  for (int face = 0; face < facts.program.rank(); ++face)
    for (Side side : {Side::Low, Side::High})
      if (const analysis::Given *given = facts.faces.at(field, face, side).given();
          given && reach.of(face, side) > 0 && (given->byPosition[axis] || given->byExtent[axis]))
        return true;
  return false;
}

bool usesPlaceAlong(const analysis::Facts &facts, int axis) {
  const ir::Program &program = facts.program;
  bool depends = false;
  for (ir::StageId id : program.stages.ids())
    depends |= dependsOnAxis(program, program.stages[id].value, axis);
  for (const auto &[field, reach] : facts.footprint.fields)
    depends |= facesUsePlace(facts, field, reach, axis);
  return depends;
}

bool readsEndsAlong(const analysis::Facts &facts, int axis) {
  const ir::Program &program = facts.program;
  const auto readsProfile = [&](ir::ExprId root) {
    return ir::contains<ir::ProfileRead>(program, root, [&](const ir::ProfileRead &read) {
      return program.profiles[read.profile].along[axis];
    });
  };
  return llvm::any_of(program.stages,
                      [&](const ir::Stage &stage) { return readsProfile(stage.value); }) ||
         llvm::any_of(program.reductions, [&](const ir::Reduction &reduction) {
           return readsProfile(reduction.value) ||
                  reduction.leftOut.low[axis] + reduction.leftOut.high[axis] > 0;
         });
}

analysis::StepReach reachOf(const analysis::Facts &facts, int axis) {
  analysis::StepReach reach = analysis::stepReach(facts, axis);
  if (!analysis::meetsWithin(facts.program))
    return reach;
  reach.low = 0;
  for (const analysis::StepPiece &piece : analysis::stepPieces(facts.program, facts.dependence))
    reach.low = std::max(reach.low, analysis::reachOf(facts, piece, axis));
  reach.high = reach.low;
  return reach;
}

int reachOfChecks(const analysis::Facts &facts, int axis) {
  int reach = -1;
  for (ir::ReductionId id : facts.program.reductions.ids())
    if (!ir::globalReductionOf(facts.program, id)) {
      const Reach &its = facts.footprint.reductions.at(id).reach;
      reach = std::max({reach, its.low[axis], its.high[axis]});
    }
  return reach;
}

std::vector<GlobalReductionReach> globalReductionReaches(const analysis::Facts &facts) {
  using Act = analysis::StepPiece::Act;
  std::vector<GlobalReductionReach> globalReductions(facts.program.globalReductions.size());
  int kernels = 0;
  for (const analysis::StepPiece &piece : analysis::stepPieces(facts.program, facts.dependence)) {
    kernels += piece.act == Act::Kernel;
    if (piece.act == Act::GlobalReduction)
      globalReductions[piece.number] = {kernels,
                                        analysis::reachOf(facts, piece, facts.program.lastAxis())};
  }
  return globalReductions;
}

int reductionReach(const analysis::Facts &facts) {
  const int last = facts.program.lastAxis();
  const analysis::StepReach step = analysis::stepReach(facts, last);
  int reach = reachOfChecks(facts, last);
  for (const GlobalReductionReach &globalReduction : globalReductionReaches(facts)) {
    reach = std::max(reach, globalReduction.reach);
    for (int kernel = 0; kernel < globalReduction.kernels; ++kernel)
      reach =
          std::max(reach, step.kernels[std::size_t(kernel)].lag + globalReduction.reach - step.lag);
  }
  return reach;
}

std::pair<std::optional<ScheduleRequest>, std::string>
innerRequest(const ScheduleRequest &request) {
  std::optional<std::string> text = textOption(request, "inner");
  if (!text)
    return {};
  std::replace(text->begin(), text->end(), '+', ',');
  auto parsed = parseScheduleRequest(*text);
  if (!parsed)
    return {std::nullopt, "inner=: " + llvm::toString(parsed.takeError())};
  return {*parsed, ""};
}

Fit canBeRanged(const ir::Program &program, const Target &target, const ScheduleRequest &inner,
                const ScheduleRequest &request) {
  constexpr const char *kInner[] = {"loops", "naive", "sweep", "wavefront"};
  const Schedule *schedule = findSchedule(inner.name);
  if (!schedule || !llvm::is_contained(kInner, inner.name) || !schedule->makes(target.kind))
    return Fit::no("kernels of '" + inner.name + "' cannot run on part of the planes; use inner=" +
                   (target.kind == TargetKind::Cpu ? "loops" : "naive, sweep or wavefront"));
  if (inner.name == "wavefront" && program.rank() == 1)
    return Fit::no("kernels of 'wavefront' have no planes to go through with one axis, and cannot "
                   "run on some of its cells; use inner=naive");
  if (const std::string wrong = innerRequest(request).second; !wrong.empty())
    return Fit::no(wrong);
  if (inner.name == "loops" && inner.options.count("steps"))
    return Fit::no(
        "inner=: loops that fuse steps write all planes, not those of a range; leave steps out");
  if (const std::string rest = textOption(inner, "rest").value_or("none"); rest != "none")
    return Fit::no("inner=: rest=" + rest +
                   " has remainder kernels, but a traversal uses only the kernels of a whole group "
                   "and of single steps; leave rest out");
  return Fit::yes();
}

void takeKernels(const analysis::Facts &facts, Plan &plan, RangedPlan &ranged) {
  ranged.inner = plan.schedule;
  ranged.reach = reachOf(facts, facts.program.lastAxis());
  ranged.isPeriodic = *endsMeet(facts);
  for (const KernelPlan &kernel : plan.kernels)
    ranged.margin = std::max(ranged.margin, kernel.planesAhead());
  if (plan.fused)
    ranged.margin = std::max(ranged.margin, plan.fusedKernel.shape->planesBeyond());
  plan.options.erase("rest"); // always "none" here
  std::string inner = plan.requestText();
  std::replace(inner.begin(), inner.end(), ',', '+');
  plan.options.clear();
  plan.options["inner"] = inner;
}

} // namespace stencilc::plan
