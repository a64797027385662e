/// \file What two steps on a tile cost.
#include "schedules/twosteps/Cost.h"
#include "analysis/KernelFacts.h"
#include "plan/Column.h"
#include "plan/LaunchCost.h"
#include "plan/LaunchGrid.h"
#include "stencilc/Tiles.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Instructions of a step for a cell beside arithmetic and accesses: its place, what is near it.
constexpr double kStepInstructions = 24;
constexpr double kReadBytes = 32;
/// Cycles that a block by itself waits for in a plane: for two barriers, and cells of shared memory
/// that are used as soon as they are there; and in each turn for loads from memory.
constexpr double kBarrierWait = 400, kLoadWait = 1000;
/// What the slowest resource does not hide of the others: blocks of three axes are few, and each
/// loads or computes in turn. On an H100 d3q19 took 0.9 (without loads ahead) and 0.6 of what it
/// issues beside its memory, d2q9 hardly any.
constexpr double kLossOfPlanes = 0.9, kLossAhead = 0.6, kLossOfRows = 0.25;
/// With three axes in f32 it was more by so much.
constexpr double kSingleLoss = 1.15;
/// The part of the time that loads take which is left where they run beside the second step.
constexpr double kBesideSecond = 0.5;
/// Registers beside cells.
constexpr int kStepRegisters = 26;

/// Cells that updates read of a field level along an axis, beside those of the tile.
int spread(const analysis::LevelFootprint &reads, int axis) {
  int low = 0, high = 0;
  bool isFirst = true;
  for (const Offset &offset : reads.offsets) {
    low = isFirst ? offset[axis] : std::min(low, offset[axis]);
    high = isFirst ? offset[axis] : std::max(high, offset[axis]);
    isFirst = false;
  }
  return high - low;
}

/// What a block moves for a cell of its tile, in both steps.
struct TileMoves {
  double needed = 0;       // bytes that memory must give
  double throughL2 = 0;    // and those that pass L2
  double written = 0;      // to memory
  double shared = 0;       // to and from shared memory
  double accesses[2] = {}; // loads and stores of a cell, in each step
};

/// Bytes that a block reads of a plane, in whole sectors.
double planeBytes(const TwoStepShape &shape, int step, const analysis::LevelFootprint &reads,
                  int bytes) {
  const double row = double(shape.extent(0, step) + spread(reads, 0)) * bytes;
  const double sectors = (row + kReadBytes - bytes) / kReadBytes; // from anywhere on
  const int rows = shape.rank == 3 ? shape.extent(1, step) + spread(reads, 1) : 1;
  return sectors * kReadBytes * rows;
}

TileMoves movesOf(const analysis::Facts &facts, const TwoStepShape &shape) {
  const analysis::KernelFacts kernel(facts, 0);
  const double stored = shape.cells(1), computed = shape.cells(0) / stored;
  TileMoves moved;
  moved.written = bytesWritten(facts, 0);
  for (const auto &[fieldLevel, reads] : kernel.fieldLevels) {
    const int bytes = bytesOf(facts.program.fields[fieldLevel.field].storage);
    const auto cells = double(reads.offsets.size());
    const bool waits = kernel.stores(fieldLevel.field);
    moved.needed += bytes;
    moved.throughL2 += planeBytes(shape, 0, reads, bytes) / stored;
    moved.throughL2 += waits ? 0 : planeBytes(shape, 1, reads, bytes) / stored;
    moved.shared += waits ? bytes * cells : 0;
    moved.accesses[0] += cells;
    moved.accesses[1] += cells;
  }
  for (const PlaneRing &ring : shape.rings)
    moved.shared += ring.bytes * computed;
  const auto fields = double(shape.rings.size());
  moved.accesses[0] += fields;
  moved.accesses[1] += fields;
  return moved;
}

/// Cells that all multiprocessors go through until the last block is done, per cell of the grid.
struct TileSweep {
  double work = 1;     // cells of tiles, of planes of the first step
  double planes = 1;   // of the first step per plane stored
  double computed = 1; // as `work`, of blocks that are not over
};

TileSweep tileSweep(const analysis::Facts &facts, const KernelPlan &kernel, const Target &target) {
  const TwoStepShape &shape = kernel.shapeAs<TwoStepShape>();
  const Extents extents = plannedExtents(facts.program);
  const double cells = cellsOf(extents);
  double tiles = 1;
  for (int axis = 0; axis < shape.sweptAxis(); ++axis)
    tiles *= double(ceilDiv(extents[axis], std::int64_t(shape.tile[axis])));
  const int atOnce = target.multiprocessors * std::max(1, kernel.residentBlocks);
  const int extra = shape.extraPlanes(), all = static_cast<int>(extents[shape.sweptAxis()]);
  const int columns = static_cast<int>(std::min(tiles, 1e9));
  const int chunks = shape.chunks ? std::min(shape.chunks, all)
                                  : chooseChunks(columns, 0, atOnce, all, extra, 2 * extra + 1);
  const double planes = ceilDiv(all, chunks);
  const double waves = std::ceil(tiles * chunks / atOnce);
  return {.work = waves * atOnce * shape.cells(1) * (planes + extra) / cells,
          .planes = 1 + extra / planes,
          .computed = tiles * shape.cells(1) * (all + double(chunks) * extra) / cells};
}

} // namespace

int twoStepRegisters(const analysis::Facts &facts, int prefetch) {
  const analysis::KernelFacts kernel(facts, 0);
  int reads = 0;
  for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
    reads += wordsOf(facts.program.compute) * static_cast<int>(footprint.offsets.size());
  return kStepRegisters + static_cast<int>(kernel.stored.size()) + (1 + prefetch) * reads;
}

Estimate estimateTwoSteps(const analysis::Facts &facts, const KernelPlan &kernel, int spilled,
                          const Target &target) {
  const TwoStepShape &shape = kernel.shapeAs<TwoStepShape>();
  const TileMoves moved = movesOf(facts, shape);
  const TileSweep swept = tileSweep(facts, kernel, target);
  const double arithmetic = arithmeticInstructions(facts, 0);
  const double computed = double(shape.cells(0)) / shape.cells(1);
  // Of the halo some comes from memory again, and all of it through L2.
  const double halo = moved.throughL2 * swept.planes - moved.needed;
  Traffic traffic;
  traffic.memoryBytes =
      (moved.needed + moved.written +
       target.shares.halos.fromMemory * moved.needed * (computed * swept.planes - 1)) /
      2;
  traffic.cacheBytes = std::max(0.0, halo) / 2;
  traffic.sharedBytes = moved.shared / 2;
  const double both = computed + 1;
  traffic.instructions =
      (both * (arithmetic + kStepInstructions) + computed * moved.accesses[0] + moved.accesses[1]) /
      2;
  countArithmetic(traffic, facts, arithmetic * both / 2);
  // A block by itself loads or computes: what it needs from memory it waits for, but for what
  // comes during the second step.
  const double turns = ceilDiv(shape.cells(0), shape.threads);
  traffic.waiting =
      (kBarrierWait + (kernel.prefetch ? 0 : turns * kLoadWait)) / (2.0 * shape.cells(1)) +
      (kernel.prefetch ? kBesideSecond : 1) * moved.needed / 2 / target.copyBandwidth *
          target.multiprocessors * target.clock;
  traffic.slower = 1 + target.shares.spills.each * std::max(0, spilled);
  traffic.barriers = 2;
  traffic.work = swept.work;
  traffic.computed = swept.computed;
  machine::KernelShares shares = target.shares.space;
  shares.issue = target.shares.exchange.issue;
  shares.sharedRate = target.sharedBytesPerCycle;
  shares.own = 1;
  const bool isSpace = facts.program.rank() == 3;
  shares.loss = !isSpace ? kLossOfRows : kernel.prefetch ? kLossAhead : kLossOfPlanes;
  if (isSpace && facts.program.compute != ir::ScalarType::F64)
    shares.seen *= kSingleLoss;
  Estimate sum =
      estimate(traffic, shares, target, {.blocks = double(std::max(1, kernel.residentBlocks))});
  sum.spilled = spilled;
  addFusedLaunch(sum, 2, false, plannedExtents(facts.program), target);
  return sum;
}

} // namespace stencilc::schedules
