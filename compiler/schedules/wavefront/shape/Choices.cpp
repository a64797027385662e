/// \file Lists the combinations of options of the schedule `wavefront` that the planner compares.
#include "schedules/wavefront/shape/Choices.h"
#include "plan/cost/Column.h"
#include "plan/interface/Segments.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/shape/Limits.h"
#include <array>
#include <initializer_list>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Traits of a program or plan, as bits of a mask. A row of Tried.def (values to try for an option)
/// applies only to programs that have all traits of that row.
enum Trait : unsigned {
  Any = 0,
  KnownSteps = 1,    // the number of time steps between reports, saves or the end is known
  ComputedFaces = 2, // fixed boundary values depend on coordinates, so kernels compute them
  Box = 4,           // an update reads cells at an offset along y and along x or z
  WholeBox = 8,      // an update reads all cells of a box around the updated one
  Far = 16,          // an update reads farther than 1 cell along an axis
  Wide = 32,         // an update reads farther than 2 cells along an axis
  Shallow = 64,      // Far or Box, or ghost rows beyond y faces copy other rows than the outermost
  Long = 128, // slow operations such as divisions and roots, except constants divided by roots;
              // their latencies add up over the fused time steps
  NewestNow = 256,    // several stages, or reads at offsets along x and along the swept axis
  Small = 512,        // small tiles are to be tried
  WholePlanes = 1024, // threads exchange whole planes, or three axes and one time step
  Words = 2048,       // cells of the widest field have 4 bytes
  Deep = 4096,        // more than two fused time steps
};

/// Options whose values to try are listed in Tried.def. `LaneBytes` decides the option `cells`:
/// it is the number of bytes of a row that one thread computes.
enum class Option : std::uint8_t {
  Steps,
  LaneBytes,
  Rows,
  Warps,
  Exchange,
  Teams,
  Align,
  Lanes,
  Ahead
};
enum Exchanged : int { Edges, Planes }; // what threads exchange: rows at edges of warps, planes
enum Delay : int { Now, Next }; // values of laneDelay: in the same step of the sweep, or one later

/// Row of Tried.def: the `count` values that the search tries for one option of the schedule. The
/// row applies to programs that have `axes` axes and every property in `traits`, a bit mask of
/// Trait.
struct Tried {
  Option option;
  int axes;
  unsigned traits;
  int count = 0;
  std::array<int, 16> values = {};

  constexpr Tried(Option option, int axes, unsigned traits, std::initializer_list<int> list)
      : option(option), axes(axes), traits(traits) {
    for (int value : list)
      values[static_cast<std::size_t>(count++)] = value;
  }
};

constexpr Tried kTried[] = {
#define TRIED(OPTION, AXES, TRAITS, ...) {Option::OPTION, AXES, TRAITS, {__VA_ARGS__}},
#include "schedules/wavefront/Tried.def"
#undef TRIED
};

/// Returns the values to try for `option`, for a program with `axes` axes and the bit mask
/// `traits`. They are those of the first row of Tried.def that applies. Returns an empty list if no
/// row applies.
std::vector<int> triedOf(Option option, int axes, unsigned traits) {
  for (const Tried &row : kTried)
    if (row.option == option && row.axes == axes && (row.traits & traits) == row.traits)
      return {row.values.begin(), row.values.begin() + row.count};
  return {};
}

/// Calls `take(level, offset)` for each cell that an update reads. `level` is its time level
/// relative to the current one (1: computed in the same time step). `offset` is its distance from
/// the updated cell, x first.
template <class Take> void forEachRead(const analysis::Facts &facts, Take take) {
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, read] : footprint.fieldLevels)
      for (const Offset &offset : read.offsets)
        take(fieldLevel.level, offset);
}

/// Returns true if an update reads farther than `cells` cells from the updated cell along some
/// axis.
bool reachesBeyond(const analysis::Facts &facts, int cells) {
  const Reach &reach = facts.footprint.reach;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (reach.low[axis] > cells || reach.high[axis] > cells)
      return true;
  return false;
}

/// Returns the traits that decide which rows of Tried.def (values to try for an option) apply, as a
/// bit mask of Trait. Trait Small is set if `size` asks for small tiles, the others follow from the
/// program.
unsigned traitsOf(const analysis::Facts &facts, TileSize size) {
  const ir::Program &program = facts.program;
  const int along = sweptAxis(program);
  unsigned traits = Any;
  const auto add = [&](Trait trait, bool isSo) { traits |= isSo ? trait : Any; };
  add(Small, size == TileSize::Small);
  add(KnownSteps, knowsSegments(facts));
  for (ir::FieldId field : program.fields.ids())
    add(ComputedFaces, facts.faces[field].varyByPlace());
  add(NewestNow, program.stages.size() > 1);
  forEachRead(facts, [&](int level, const Offset &offset) {
    add(Box, level == 0 && offset[1] && (offset[0] || offset[2]));
    add(NewestNow, offset[0] && (level == 1 || offset[along]));
  });
  add(Words, widestCell(facts) == 4);
  add(WholeBox, facts.footprint.widestBox() > 0);
  add(Far, reachesBeyond(facts, 1));
  add(Wide, reachesBeyond(facts, 2));
  add(Shallow, (traits & (Far | Box)) || !repeatsOutermost(facts, 1));
  const analysis::Operations &o = facts.cost.operations;
  add(Long, o.divide + o.sqrt - 2 * o.perRoot + o.special > 0);
  return traits;
}

/// Lists the values to try for each option of the schedule. If a request sets the option, the only
/// value is the requested one. Otherwise the values are those that Tried.def lists for the program.
class OptionValues {
public:
  OptionValues(const analysis::Facts &facts, const AskedOptions<WavefrontOptions> &asked,
               TileSize size)
      : asked(asked), axes(facts.program.rank()), widest(widestCell(facts)),
        traits(traitsOf(facts, size)) {}

  std::vector<int> steps() const { return of(&WavefrontOptions::steps, Option::Steps); }
  std::vector<int> rows() const { return of(&WavefrontOptions::rows, Option::Rows); }
  std::vector<int> ahead() const { return of(&WavefrontOptions::ahead, Option::Ahead); }
  std::vector<int> warps(const WavefrontOptions &plan) const {
    return of(&WavefrontOptions::warps, Option::Warps,
              (plan.isWhole ? WholePlanes : Any) | (plan.steps > 2 ? Deep : Any));
  }
  /// Returns the values to try for option `teams`: the number of parts of a warp that compute
  /// different rows. `isWhole` is true if threads exchange whole planes. Used with three axes only.
  std::vector<int> teams(bool isWhole) const {
    return of(&WavefrontOptions::teams, Option::Teams, isWhole ? WholePlanes : Any);
  }
  std::vector<int> aligns(bool isWhole) const {
    return of(&WavefrontOptions::align, Option::Align, isWhole ? WholePlanes : Any);
  }
  std::vector<int> cells() const {
    if (const auto cells = asked(&WavefrontOptions::cells))
      return {*cells};
    const int bytes = triedOf(Option::LaneBytes, axes, traits).front();
    if (widest >= 4)
      return {bytes / widest};
    return {bytes / 4, std::min(16, bytes / widest)}; // values are computed in at least 4 bytes
  }
  /// Returns true if threads exchange whole planes, and false if they exchange only rows at the
  /// edges of warps.
  bool isWhole() const {
    return asked(&WavefrontOptions::isWhole)
        .value_or(triedOf(Option::Exchange, axes, traits).front() == Planes);
  }
  std::vector<int> lanes() const { return of(&WavefrontOptions::laneDelay, Option::Lanes); }

private:
  std::vector<int> of(int WavefrontOptions::*member, Option option, unsigned more = Any) const {
    const auto value = asked(member);
    return value ? std::vector{*value} : triedOf(option, axes, traits | more);
  }

  const AskedOptions<WavefrontOptions> &asked;
  int axes, widest;
  unsigned traits;
};

/// Sets those options of `plan` that are not varied: how planes are loaded, delays, kernels for
/// tiles at faces, and others. `asked` has the requested values. Options without a requested value
/// follow from the options already set, the program and the GPU.
void complete(WavefrontOptions &plan, const analysis::Facts &facts, const Target &target,
              const AskedOptions<WavefrontOptions> &asked) {
  const int widest = widestCell(facts);
  plan.lanes = target.warpWidth;
  plan.ownDelay = asked(&WavefrontOptions::ownDelay).value_or(0);
  // After a tensor load, each lane reads its cells of a row by one access.
  const bool isOnePiece = plan.cells * widest <= kTensorLaneBytes;
  const bool canLoad = facts.program.rank() == 3 && target.has.tensorLoads && isOnePiece;
  plan.byThreads = asked(&WavefrontOptions::byThreads).value_or(!canLoad);
  // Planes of tensor loads are visible to all threads at once. The results of an earlier kernel of
  // the same step are not.
  if (plan.tensors() && tensorsGiveAll(facts) && isSingleKernel(facts, plan.steps))
    plan.laneDelay = plan.rowDelay = 0;
  // In f64, restoring cells from registers costs more, and most tiles are inner tiles.
  plan.apart = asked(&WavefrontOptions::apart).value_or(widest == 8 && !plan.isWhole);
  plan.group = asked(&WavefrontOptions::group).value_or(plan.steps);
  plan.chunks = asked(&WavefrontOptions::chunks).value_or(0);
}

} // namespace

std::vector<WavefrontOptions> wavefrontChoices(const analysis::Facts &facts, const Target &target,
                                               const ScheduleRequest &request, TileSize size) {
  const AskedOptions<WavefrontOptions> asked = wavefrontOptions().parse(request);
  const OptionValues values(facts, asked, size);
  std::vector<WavefrontOptions> list(1);
  // Replaces each plan by one for each value. Options that are varied first vary slowest.
  const auto vary = [&](const auto &valuesOf, int WavefrontOptions::*member) {
    std::vector<WavefrontOptions> varied;
    for (const WavefrontOptions &plan : list)
      for (int value : valuesOf(plan)) {
        varied.push_back(plan);
        varied.back().*member = value;
      }
    list = std::move(varied);
  };
  vary([&](const WavefrontOptions &) { return values.steps(); }, &WavefrontOptions::steps);
  vary([&](const WavefrontOptions &) { return values.cells(); }, &WavefrontOptions::cells);
  vary([&](const WavefrontOptions &) { return values.rows(); }, &WavefrontOptions::rows);
  for (WavefrontOptions &plan : list) // a single step with three axes exchanges nothing
    plan.isWhole = values.isWhole() || (facts.program.rank() == 3 && plan.steps == 1);
  vary([&](const WavefrontOptions &plan) { return values.warps(plan); }, &WavefrontOptions::warps);
  vary([&](const WavefrontOptions &plan) { return values.teams(plan.isWhole); },
       &WavefrontOptions::teams);
  vary([&](const WavefrontOptions &plan) { return values.aligns(plan.isWhole); },
       &WavefrontOptions::align);
  vary([&](const WavefrontOptions &) { return values.lanes(); }, &WavefrontOptions::laneDelay);
  vary([&](const WavefrontOptions &) { return values.ahead(); }, &WavefrontOptions::ahead);
  for (WavefrontOptions &plan : list)
    complete(plan, facts, target, asked);
  return list;
}

} // namespace stencilc::schedules
