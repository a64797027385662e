/// \file Combinations of the options of a wavefront that are worth ranking.
#include "plan/WavefrontChoices.h"
#include "plan/Column.h"
#include "plan/Faces.h"
#include "plan/Options.h"
#include "plan/Repeats.h"
#include "plan/Segments.h"
#include "plan/WavefrontShape.h"
#include <numeric>

namespace stencilc::plan {

namespace {

/// Whether updates read rows and columns away at once, beyond the plane's own.
bool readsDiagonally(const analysis::Facts &facts) {
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[stream, read] : footprint.streams)
      for (const Offset &offset : read.offsets)
        if (stream.level == 0 && offset[1] && (offset[0] || offset[2]))
          return true;
  return false;
}

/// Whether whole planes are exchanged: rows that repeat others may be in any thread.
bool needsPlanes(const analysis::Facts &facts) {
  return readsDiagonally(facts) || repeatsAlong(facts, 1);
}

/// Whether deeper fusing was never seen to win in three axes: boxes, and reads beyond the nearest
/// neighbours, lose more at the edges of tiles than they save.
bool isShallow(const analysis::Facts &facts) {
  const Reach &reach = facts.footprint.reach;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (reach.low[axis] > 1 || reach.high[axis] > 1)
      return true;
  return needsPlanes(facts);
}

/// The same for any fusing.
bool isWide(const analysis::Facts &facts) {
  const Reach &reach = facts.footprint.reach;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (reach.low[axis] > 2 || reach.high[axis] > 2)
      return true;
  return false;
}

/// Whether the newest row is read at other lanes, or stages feed each other.
bool needsNow(const analysis::Facts &facts) {
  const int along = sweptAxis(facts.program);
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[stream, read] : footprint.streams)
      for (const Offset &offset : read.offsets)
        if (offset[0] && (stream.level == 1 || offset[along]))
          return true;
  return facts.program.stages.size() > 1;
}

/// Whether faces have values computed from the position, for every time step.
bool computesAnyFace(const ir::Program &program) {
  for (ir::FieldId field : program.fields.ids())
    if (computesFaces(program, field))
      return true;
  return false;
}

/// Whether updates hold divisions or roots, whose latencies would add up over the time steps.
bool isLong(const analysis::Facts &facts) {
  const analysis::Operations &o = facts.cost.operations;
  return o.divide + o.sqrt + o.special > 0;
}

/// 1, 2, 3 ...
std::vector<int> upTo(int last) {
  std::vector<int> numbers(static_cast<std::size_t>(last));
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

} // namespace

bool hasTensors(const Target &target) { return target.name >= "sm_90"; }

std::vector<FusedPlan> wavefrontChoices(const analysis::Facts &facts, const Target &target,
                                        const ScheduleRequest &request, TileSize size) {
  const bool isSmall = size == TileSize::Small;
  const int rank = facts.program.rank();
  const bool isDouble = widestCell(facts) == 8;
  const auto values = [&](const char *key, std::vector<int> standard) {
    if (auto asked = intOption(request, key))
      return std::vector<int>{*asked};
    return standard;
  };
  // Any depth may be the one that known numbers of steps ask for.
  const bool isAny = knowsSegments(facts);
  const std::vector<int> steps =
      values("steps", rank == 1 ? (isAny ? upTo(16) : std::vector{1, 2, 4, 8, 12, 16})
                      : rank == 2 && computesAnyFace(facts.program) ? std::vector{1, 2, 3, 4, 5, 6}
                      // with 8 steps they spill
                      : rank == 2 ? (isAny ? upTo(12) : std::vector{1, 2, 3, 4, 5, 6, 8, 10, 12})
                      : isWide(facts)    ? std::vector{1}
                      : isShallow(facts) ? std::vector{1, 2}
                                         : std::vector{1, 2, 3, 4, 5, 6});
  const std::vector<int> cells = values("cells", rank == 3       ? std::vector{isDouble ? 2 : 4}
                                                 : isLong(facts) ? std::vector{isDouble ? 2 : 4}
                                                                 : std::vector{isDouble ? 4 : 8});
  const std::vector<int> rows = values("rows", rank < 3  ? std::vector{1}
                                               : isSmall ? std::vector{4, 3, 2}
                                                         : std::vector{3, 4, 5, 6, 7});
  // Long latencies, such as those of divisions, want many warps.
  const std::vector<int> warps = values("warps", isSmall         ? std::vector{8, 4}
                                                 : rank == 3     ? std::vector{8, 12, 16}
                                                 : isLong(facts) ? std::vector{16, 32}
                                                 : rank == 1     ? std::vector{16, 8}
                                                                 : std::vector{8});
  std::vector<bool> whole = {false};
  if (rank == 3)
    whole = {needsPlanes(facts) || isShallow(facts)};
  if (auto asked = textOption(request, "exchange"))
    whole = {*asked == "planes"};
  std::vector<int> lanes = {rank == 2 && needsNow(facts) ? 0 : 1};
  if (rank == 1)
    lanes = {1, 0};
  if (auto asked = textOption(request, "lanes"))
    lanes = {*asked == "next"};
  const std::string newest = textOption(request, "newest").value_or("now");
  const bool isBox = readsDiagonally(facts), isGiven = tensorsGiveAll(facts);
  const char *standardLoad = rank == 3 && hasTensors(target) ? "tensor" : "async";
  const auto load = textOption(request, "load");
  const auto faces = textOption(request, "faces");
  const auto group = intOption(request, "group"), chunks = intOption(request, "chunks");
  const bool anyWarps = rank < 3 || isSmall || intOption(request, "warps");
  std::vector<FusedPlan> list;
  for (int s : steps)
    for (int c : cells)
      for (int r : rows)
        for (int w : warps)
          for (bool isWhole : whole)
            for (int lane : lanes)
              for (int ahead : values("ahead", rank == 1   ? std::vector{4}
                                               : rank == 2 ? std::vector{8, 4, 2}
                                                           : std::vector{3, 2, 1})) {
                FusedPlan plan;
                plan.steps = s;
                plan.cells = c;
                plan.rows = r;
                plan.warps = w;
                plan.ahead = ahead;
                plan.isWhole = isWhole || (rank == 3 && s == 1); // nothing is exchanged
                plan.laneDelay = lane;
                plan.ownDelay = newest == "next";
                // Tensor loads bring rows as they are; lanes read them in one piece each.
                const bool isOnePiece = c * widestCell(facts) <= kTensorLaneBytes;
                const bool tensors = load.value_or(isOnePiece ? standardLoad : "async") == "tensor";
                plan.tensors = tensors;
                // Planes that tensor loads bring are there for all threads at once; what an
                // earlier pass of the step computes is not.
                if (tensors && isGiven && isSinglePass(facts, plan))
                  plan.laneDelay = plan.rowDelay = 0;
                // Keeping cells in registers costs more in f64, where most tiles are inside.
                plan.apart = faces ? *faces == "apart" : isDouble && !plan.isWhole;
                plan.group = group.value_or(s);
                plan.chunks = chunks.value_or(0);
                // More warps have fewer registers each and rows at more edges; boxes, whose
                // arithmetic needs few registers for its length, win by them.
                if (!anyWarps && (plan.isWhole ? w == 8 && isBox : w != 8))
                  continue;
                list.push_back(plan);
              }
  return list;
}

} // namespace stencilc::plan
