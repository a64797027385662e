/// \file Combinations of options of the schedule `wavefront` for the planner to rank.
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

/// Traits of a program or plan. Each row of Tried.def names the traits that a program must have for
/// the row to apply.
enum Trait : unsigned {
  Any = 0,
  KnownSteps = 1,    // the number of time steps of runs is known
  ComputedFaces = 2, // boundary values are computed from the position in every time step
  Box = 4,           // an update reads y neighbours that are also x or z neighbours
  WholeBox = 8,      // an update reads all cells of a box
  Far = 16,          // reads beyond the nearest neighbours
  Wide = 32,         // reads beyond the second neighbours
  Shallow = 64,      // Far or Box, or rows beyond y faces repeat inner rows
  Long = 128, // divisions or roots, except constants over roots; their latencies add up over the
              // time steps
  NewestNow = 256,    // the newest row is read in other lanes, or there are several stages
  Small = 512,        // small tiles are to be tried
  WholePlanes = 1024, // whole planes are exchanged, or three axes and one time step
  Words = 2048,       // cells of the widest field have 4 bytes
  Deep = 4096,        // more than two time steps
};

/// An option of the schedule whose values to try are listed in Tried.def.
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
enum Exchanged : int { Edges, Planes };
enum Delay : int { Now, Next }; // laneDelay: new cells of other lanes are read at once, or later

/// A row of Tried.def: the values to try for one option. It applies to programs with `axes` axes
/// that have all `traits`.
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

/// Returns the values of the first row of Tried.def that applies to a program with `axes` axes and
/// `traits`. Returns none if no row applies.
std::vector<int> triedOf(Option option, int axes, unsigned traits) {
  for (const Tried &row : kTried)
    if (row.option == option && row.axes == axes && (row.traits & traits) == row.traits)
      return {row.values.begin(), row.values.begin() + row.count};
  return {};
}

/// Calls `take(level, offset)` for each cell that updates read: its time level and its offset from
/// the updated cell.
template <class Take> void forEachRead(const analysis::Facts &facts, Take take) {
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, read] : footprint.fieldLevels)
      for (const Offset &offset : read.offsets)
        take(fieldLevel.level, offset);
}

/// Returns true if an update reads farther than `cells` cells along some axis.
bool reachesBeyond(const analysis::Facts &facts, int cells) {
  const Reach &reach = facts.footprint.reach;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (reach.low[axis] > cells || reach.high[axis] > cells)
      return true;
  return false;
}

/// Returns the traits of a program, as a bit mask, that decide which rows of Tried.def apply.
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

/// Values to try for each option of the schedule: the requested value, or those of Tried.def.
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
  /// Returns the numbers of teams (parts of a warp with rows of their own) to try. `isWhole` is
  /// true if threads exchange whole planes. Used with three axes only.
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
  /// Returns true if threads exchange whole planes, not the rows at the edges of warps.
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

/// Sets the options of `plan` that follow from those already set.
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
