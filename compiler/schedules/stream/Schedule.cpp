/// \file Schedule stream: a domain larger than the device memory passes through it in chunks.
///
/// The device computes several time steps of each chunk (Jin, Endo and Matsuoka, paper 003).
///
///     host    |======|======|======|======|   one copy of the domain, updated in place
///                |      ^
///       copy in  v      |  copy out           at the same time in method p-tbmr
///             +------------+
///     device  | chunk, and |  kernels of another schedule advance the chunk by `depth` time steps
///             | 2 r planes |  before it goes back
///             |  per level |  r: planes that one time step reads to a side
///             +------------+
///
/// Methods, by the paper's names:
///     n         copies a chunk with its neighbouring planes for each time step
///     t         copies a chunk for `depth` steps, with more neighbouring planes (trapezoids)
///     tbm       keeps the planes shared by neighbouring chunks on the device (parallelograms), so
///               that no plane is copied or computed twice
///     tbmr      is tbm with kernels that fuse time steps
///     p-tbmr    overlaps copies with computation
///     resident  is p-tbmr with some planes that stay on the device, as many as save time
///
/// With three axes, planes that are too large are divided into strips (ranges of rows), which pass
/// through the device one after the other.
///
/// The schedule is legal with two axes or more, without `repeat` (iterations within a step). The
/// runtime (stencilc/stream) defines the order of copies and launches, and explains why it is
/// legal.
#include "analysis/Footprint.h"
#include "analysis/StepPieces.h"
#include "ir/Walk.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Options.h"
#include "plan/interface/RangedSchedule.h"
#include "plan/search/Planner.h"
#include "support/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Returns how many rows along `axis` get wrong values per time step at an edge of a strip (a range
/// of rows of each plane). The kernel treats this edge as a face of the grid. Rows near it are
/// wrong if an update reads rows of the next strip. They are also wrong if the kernel freezes them
/// (keeps their values), as it does at a face.
int reachAcross(const analysis::Facts &facts, int axis) {
  int rows = std::max(1, reachOf(facts, axis).most());
  for (ir::StageId id : facts.program.stages.ids()) {
    const Reach &frozen = facts.program.stages[id].frozen;
    rows = std::max({rows, frozen.low[axis], frozen.high[axis]});
  }
  return rows;
}

/// Returns the reason, as a text for the user, why planes cannot be divided into strips (ranges of
/// rows that pass through the device one after the other). Returns "" if they can. `keepsPlanes` is
/// true if some planes stay on the device between passes.
std::string whyNoStrips(const analysis::Facts &facts, bool keepsPlanes) {
  const ir::Program &program = facts.program;
  if (program.rank() != 3)
    return "strips are parts of planes, and with two axes a plane is a row";
  constexpr int kAxis = 1;
  const std::string axis = program.axes[kAxis];
  for (const auto &[field, reach] : facts.footprint.fields)
    if (reach.low[kAxis] + reach.high[kAxis] > 0 &&
        facts.faces.at(field, kAxis, Side::Low).isPeriodic())
      return "strips are along axis " + axis + ", which is periodic";
  if (usesPlaceAlong(facts, kAxis))
    return "strips are along axis " + axis +
           ", whose positions are used: put these into a constant field";
  if (reductionReach(facts) >= 0)
    return "reports, rules and globals need whole planes; leave out strips";
  if (keepsPlanes)
    return "planes that stay on the device are whole; leave out strips or resident";
  return "";
}

class Stream : public RangedSchedule {
public:
  llvm::StringRef name() const override { return "stream"; }
  llvm::StringRef summary() const override {
    return "chunks of a domain larger than the device's memory pass through it, several steps each";
  }
  ScheduleTraits traits() const override { return {.makesCpu = true, .isOutOfCore = true}; }

  std::vector<OptionSpec> options() const override {
    return {
        {"method",
         "what is copied, computed and kept on the device, with the names of Jin, Endo and "
         "Matsuoka",
         {"n", "t", "tbm", "tbmr", "p-tbmr", "resident"}},
        {"depth", "time steps per traversal of the domain", {"auto"}, OptionForm::IntegerOrListed},
        {"planes", "planes of a chunk", {"auto"}, OptionForm::IntegerOrListed},
        {"strips",
         "parts of the planes that are processed one after the other, cut along the last axis but "
         "one",
         {"auto"},
         OptionForm::IntegerOrListed},
        {"resident", "percent of the planes that stay on the device", {}, OptionForm::Percent},
        {"chain",
         "traversals chained through host memory, if the domain is stored in files",
         {"auto"},
         OptionForm::IntegerOrListed},
        {"inner",
         "the schedule of the kernels, its options joined by +",
         {},
         OptionForm::Schedule}};
  }

protected:
  Fit fitProgram(const analysis::Facts &facts, const ScheduleRequest &request) const override {
    if (request.name.empty())
      return Fit::no("it is for domains larger than the device's memory; ask for it with "
                     "--schedule=stream");
    const ir::Program &program = facts.program;
    if (program.rank() < 2)
      return Fit::no("chunks are planes, or rows of two axes, and the program has one axis; share "
                     "its domain among devices with --devices=N");
    if (!program.repeats.empty())
      return Fit::no("iterations within a step need all cells before the next one begins, and a "
                     "chunk has only some of them; use a domain that fits the device, or share it "
                     "among devices with --devices=N");
    if (Fit ends = fitEnds(facts); !ends.legal)
      return ends;
    if (intOption(request, "strips").value_or(1) > 1)
      if (const std::string why = whyNoStrips(facts, keepsPlanes(request)); !why.empty())
        return Fit::no(why);
    const std::string method = methodOf(request);
    const std::optional<int> depth = intOption(request, "depth");
    if (analysis::meetsWithin(program) && depth.value_or(1) != 1)
      return Fit::no("a step that has 'global' needs reductions over the whole grid, so that a "
                     "traversal does one step; leave depth out");
    if (method == "n" && depth.value_or(1) != 1)
      return Fit::no("method n does one time step at a time; leave depth out, or use method=t");
    return Fit::yes();
  }

  std::vector<Plan> plansWith(const analysis::Facts &facts, const Target &target,
                              const ScheduleRequest &request,
                              const ScheduleRequest &inner) const override {
    std::optional<Plan> fastest =
        fastestKernels(facts, factsOfChunk(facts, request), target, inner);
    if (!fastest)
      return {};
    Plan plan = std::move(*fastest);
    OutOfCorePlan outOfCore;
    outOfCore.method = methodOf(request);
    outOfCore.depth = outOfCore.method == "n" || analysis::meetsWithin(facts.program)
                          ? 1
                          : intOption(request, "depth").value_or(0);
    outOfCore.planes = intOption(request, "planes").value_or(0);
    outOfCore.resident = intOption(request, "resident").value_or(-1);
    outOfCore.chained = intOption(request, "chain").value_or(0);
    outOfCore.strips = intOption(request, "strips").value_or(0);
    if (whyNoStrips(facts, keepsPlanes(request)).empty())
      outOfCore.reachAcross = reachAcross(facts, 1);
    takeKernels(facts, plan, outOfCore);
    plan.options["method"] = outOfCore.method;
    for (const char *key : {"depth", "planes", "strips", "resident", "chain"})
      if (const auto value = textOption(request, key))
        plan.options[key] = *value;
    plan.schedule = name().str();
    plan.outOfCore = outOfCore;
    plan.notes.insert(
        plan.notes.begin(),
        llvm::formatv(
            "chunks of planes pass through the device; each time step trails the one before by {0}",
            counted(outOfCore.reach.lag, "plane"))
            .str());
    return {plan};
  }

private:
  /// Returns true if `request` asks for planes that stay in device memory from one traversal (pass
  /// of all planes through the device) to the next. Their percentage is option `resident`. If this
  /// option is not set, method `resident` asks for them.
  static bool keepsPlanes(const ScheduleRequest &request) {
    return intOption(request, "resident").value_or(methodOf(request) == "resident") > 0;
  }
  static std::string methodOf(const ScheduleRequest &request) {
    return textOption(request, "method").value_or("p-tbmr");
  }

  /// Returns the facts of the program for a grid with as many planes as a chunk (planes that are
  /// copied to the device together). Option `planes` in `request` is this number. By default it is
  /// a 32nd of the planes of the grid, but at least 64. Kernels are planned for this grid, because
  /// the best tiles for few planes differ from those for many.
  static analysis::Facts factsOfChunk(const analysis::Facts &facts,
                                      const ScheduleRequest &request) {
    constexpr std::int64_t kChunks = 32, kFewest = 64;
    analysis::Facts chunk = facts;
    Extents extents = plannedExtents(facts.program);
    std::int64_t &planes = extents.n[facts.program.lastAxis()];
    planes = intOption(request, "planes")
                 .value_or(std::min(planes, std::max(kFewest, planes / kChunks)));
    chunk.program.sizeHint = extents;
    chunk.program.stepsHint.reset(); // a run is cut into traversals
    chunk.steps.reset();
    return chunk;
  }

  ScheduleRequest ownKernels(const analysis::Facts &facts, const Target &target,
                             const ScheduleRequest &request) const override {
    const std::string method = methodOf(request);
    const bool fuses = method == "tbmr" || method == "p-tbmr" || method == "resident";
    for (const char *inner : {"wavefront", "sweep"})
      if ((fuses || inner != llvm::StringRef("wavefront")) &&
          findSchedule(inner)->fit(facts, target).legal)
        return {inner, {}};
    return {"naive", {}};
  }
};

} // namespace

const Schedule &scheduleStream() {
  static const Stream stream;
  return stream;
}

} // namespace stencilc::schedules
