/// \file Combinations of the options of a wavefront that are worth ranking.
#include "schedules/wavefront/Choices.h"
#include "plan/Column.h"
#include "plan/Options.h"
#include "plan/Segments.h"
#include "schedules/wavefront/Limits.h"
#include "schedules/wavefront/Repeats.h"
#include <array>
#include <initializer_list>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// What decides about the values tried; a row of the table names some of them.
enum Trait : unsigned {
  Any = 0,
  KnownSteps = 1,     // runs whose numbers of steps are known
  ComputedFaces = 2,  // faces with values computed from the position, for every time step
  Box = 4,            // updates read rows and columns away at once, beyond the plane's own
  WholeBox = 8,       // an update reads all cells of a box
  Far = 16,           // reads beyond the nearest neighbours
  Wide = 32,          // reads beyond the second neighbours
  Shallow = 64,       // boxes, reads beyond the nearest neighbours, rows that repeat others
  Long = 128,         // divisions or roots, whose latencies would add up over the time steps, but
                      // for constants over roots, which are short
  NewestNow = 256,    // the newest row is read at other lanes, or stages feed each other
  Small = 512,        // tiles
  WholePlanes = 1024, // go through shared memory, or a single step with three axes
  Words = 2048,       // the widest cell has 4 bytes
  Deep = 4096,        // more than two time steps
};

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
enum Delay : int { Now, Next }; // until cells of other lanes are read

/// A row of the table.
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

std::vector<int> triedOf(Option option, int axes, unsigned traits) {
  for (const Tried &row : kTried)
    if (row.option == option && row.axes == axes && (row.traits & traits) == row.traits)
      return {row.values.begin(), row.values.begin() + row.count};
  return {};
}

/// Calls `take` for each cell that updates read at the newest level, and each new one.
template <class Take> void forEachRead(const analysis::Facts &facts, Take take) {
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, read] : footprint.fieldLevels)
      for (const Offset &offset : read.offsets)
        take(fieldLevel.level, offset);
}

bool reachesBeyond(const analysis::Facts &facts, int cells) {
  const Reach &reach = facts.footprint.reach;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (reach.low[axis] > cells || reach.high[axis] > cells)
      return true;
  return false;
}

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

/// The values of each option that a request leaves open.
class Values {
public:
  Values(const analysis::Facts &facts, const ScheduleRequest &request, TileSize size)
      : request(request), axes(facts.program.rank()), widest(widestCell(facts)),
        traits(traitsOf(facts, size)) {}

  std::vector<int> steps() const { return of("steps", Option::Steps); }
  std::vector<int> rows() const { return of("rows", Option::Rows); }
  std::vector<int> ahead() const { return of("ahead", Option::Ahead); }
  std::vector<int> warps(const FusedPlan &plan) const {
    return of("warps", Option::Warps,
              (plan.isWhole ? WholePlanes : Any) | (plan.steps > 2 ? Deep : Any));
  }
  /// Teams of a warp, and the alignment of what they store: with three axes.
  std::vector<int> teams(bool isWhole) const {
    return of("teams", Option::Teams, isWhole ? WholePlanes : Any);
  }
  std::vector<int> aligns(bool isWhole) const {
    return of("align", Option::Align, isWhole ? WholePlanes : Any);
  }
  std::vector<int> cells() const {
    if (auto asked = intOption(request, "cells"))
      return {*asked};
    const int bytes = triedOf(Option::LaneBytes, axes, traits).front();
    if (widest >= 4)
      return {bytes / widest};
    return {bytes / 4, std::min(16, bytes / widest)}; // values are computed in 4 bytes at least
  }
  /// Whether whole planes are exchanged.
  bool isWhole() const {
    const auto asked = textOption(request, "exchange");
    return asked ? *asked == "planes" : triedOf(Option::Exchange, axes, traits).front() == Planes;
  }
  std::vector<int> lanes() const {
    const auto asked = textOption(request, "lanes");
    return asked ? std::vector<int>{*asked == "next" ? Next : Now}
                 : triedOf(Option::Lanes, axes, traits);
  }

private:
  std::vector<int> of(const char *key, Option option, unsigned more = Any) const {
    const auto asked = intOption(request, key);
    return asked ? std::vector{*asked} : triedOf(option, axes, traits | more);
  }

  const ScheduleRequest &request;
  int axes, widest;
  unsigned traits;
};

/// Fills in what follows from the choices made.
void complete(FusedPlan &plan, const analysis::Facts &facts, const Target &target,
              const ScheduleRequest &request) {
  const int widest = widestCell(facts);
  plan.lanes = target.warpWidth;
  plan.ownDelay = textOption(request, "newest").value_or("now") == "next";
  // Tensor loads bring rows as they are; lanes read them in one piece each.
  const bool isOnePiece = plan.cells * widest <= kTensorLaneBytes;
  const bool canLoad = facts.program.rank() == 3 && target.has.tensorLoads && isOnePiece;
  plan.tensors = textOption(request, "load").value_or(canLoad ? "tensor" : "async") == "tensor";
  // Planes that tensor loads bring are there for all threads at once; what an earlier kernel of the
  // step computes is not.
  if (plan.tensors && tensorsGiveAll(facts) && isSingleKernel(facts, plan))
    plan.laneDelay = plan.rowDelay = 0;
  // Keeping cells in registers costs more in f64, where most tiles are inside.
  const auto faces = textOption(request, "faces");
  plan.apart = faces ? *faces == "apart" : widest == 8 && !plan.isWhole;
  plan.group = intOption(request, "group").value_or(plan.steps);
  plan.chunks = intOption(request, "chunks").value_or(0);
}

} // namespace

std::vector<FusedPlan> wavefrontChoices(const analysis::Facts &facts, const Target &target,
                                        const ScheduleRequest &request, TileSize size) {
  const Values values(facts, request, size);
  std::vector<FusedPlan> list(1);
  // Each plan once for each of the values; those of earlier options vary slowest.
  const auto vary = [&](const auto &valuesOf, int FusedPlan::*member) {
    std::vector<FusedPlan> varied;
    for (const FusedPlan &plan : list)
      for (int value : valuesOf(plan)) {
        varied.push_back(plan);
        varied.back().*member = value;
      }
    list = std::move(varied);
  };
  vary([&](const FusedPlan &) { return values.steps(); }, &FusedPlan::steps);
  vary([&](const FusedPlan &) { return values.cells(); }, &FusedPlan::cells);
  vary([&](const FusedPlan &) { return values.rows(); }, &FusedPlan::rows);
  for (FusedPlan &plan : list) // in a single step with three axes nothing is exchanged
    plan.isWhole = values.isWhole() || (facts.program.rank() == 3 && plan.steps == 1);
  vary([&](const FusedPlan &plan) { return values.warps(plan); }, &FusedPlan::warps);
  vary([&](const FusedPlan &plan) { return values.teams(plan.isWhole); }, &FusedPlan::teams);
  vary([&](const FusedPlan &plan) { return values.aligns(plan.isWhole); }, &FusedPlan::align);
  vary([&](const FusedPlan &) { return values.lanes(); }, &FusedPlan::laneDelay);
  vary([&](const FusedPlan &) { return values.ahead(); }, &FusedPlan::ahead);
  for (FusedPlan &plan : list)
    complete(plan, facts, target, request);
  return list;
}

} // namespace stencilc::schedules
