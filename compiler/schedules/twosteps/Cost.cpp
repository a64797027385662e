/// \file Predicts the cost of kernels that compute two time steps per sweep.
#include "schedules/twosteps/Cost.h"
#include "analysis/KernelFacts.h"
#include "plan/cost/Column.h"
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include "stencilc/Tiles.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Predicted instructions per cell and time step in addition to arithmetic and memory accesses.
/// They compute the index of the cell, and test whether it is near a face.
constexpr double kTwoStepInstructions = 24;
constexpr double kReadBytes = 32; // bytes of a memory sector, the unit of reads
/// Minimum number of cycles that a block takes for a row (two axes) or a plane (three axes). It
/// waits for two barriers, and for loaded values that it uses immediately. Fitted to 31 kernels on
/// grids of 0.9 to 5.4 million cells on an H200
/// (bench/log/planner/2026-11-30-instructions-and-registers.md).
constexpr double kRowWait = 700, kPlaneWait = 2000;
/// Cycles that a block without prefetch waits for loads from global memory in each plane, for each
/// cell of the plane that one thread computes.
constexpr double kLoadWait = 1000;
/// Fractions of the time of all resources but the slowest that do not overlap with the slowest one.
/// With three axes few blocks run at the same time, and each either loads or computes.
/// kLossOfPlanes is for three axes without prefetch, kLossAhead for three axes with it, and
/// kLossOfRows for two axes. The first two were measured for d3q19 on an H100.
constexpr double kLossOfPlanes = 0.9, kLossAhead = 0.6, kLossOfRows = 0.25;
/// Factor on the predicted time of programs with three axes in f32.
constexpr double kSingleLoss = 1.15;
/// Factor on the predicted time of loads if a block prefetches planes. A part of the loads then
/// overlaps with the computation of the second time step.
constexpr double kBesideSecond = 0.5;
/// Constant part of the predicted registers of a thread. The estimate adds one register for each
/// updated field, and registers for the cells that are read.
constexpr int kStepRegisters = 26;

/// Returns how many cells more than the length of a row an update of the row reads along `axis`. It
/// is the largest minus the smallest offset in `reads` along `axis`.
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

/// Bytes that a block transfers in both time steps together, per cell that its tile writes to
/// global memory.
struct TileMoves {
  double needed = 0;       // bytes that memory must deliver at least once
  double throughL2 = 0;    // bytes read through L2, halo of the tile included
  double written = 0;      // bytes written to global memory
  double shared = 0;       // bytes to and from shared memory
  double accesses[2] = {}; // loads and stores per computed cell, in each time step
};

/// Returns the bytes of one plane of a field that a block reads from global memory in time step
/// `step` (0 or 1). Rows are rounded up to whole memory sectors of 32 bytes. `reads` has the
/// offsets of the reads, and `bytes` is the size of a cell.
double planeBytes(const TwoStepShape &shape, int step, const analysis::LevelFootprint &reads,
                  int bytes) {
  const double row = double(shape.extent(0, step) + spread(reads, 0)) * bytes;
  const double sectors = (row + kReadBytes - bytes) / kReadBytes; // for any alignment
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

/// Cells that a launch computes, relative to the cells that it stores. `computed` is the number of
/// cells of tiles that blocks sweep, per cell of the grid. `work` also counts the cells that idle
/// multiprocessors could sweep until the last block ends. `planes` is the number of planes that the
/// first time step computes per plane that the second one stores.
struct TileSweep {
  double work = 1;     // `computed`, with the time of idle multiprocessors
  double planes = 1;   // planes of the first time step per stored plane
  double computed = 1; // cells of tiles per cell of the grid
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
  const bool isSpace = facts.program.rank() == 3;
  const TileMoves moved = movesOf(facts, shape);
  const TileSweep swept = tileSweep(facts, kernel, target);
  const double arithmetic = arithmeticInstructions(facts, 0);
  const double computed = double(shape.cells(0)) / shape.cells(1);
  // Some of the halo is loaded from memory again, and all of it passes L2.
  const double halo = moved.throughL2 * swept.planes - moved.needed;
  Traffic traffic;
  traffic.memoryBytes =
      (moved.needed + moved.written +
       target.shares.halos.fromMemory * moved.needed * (computed * swept.planes - 1)) /
      2;
  traffic.cacheBytes = std::max(0.0, halo) / 2;
  traffic.sharedBytes = moved.shared / 2;
  const double both = computed + 1;
  traffic.instructions = (both * (arithmetic + kTwoStepInstructions) +
                          computed * moved.accesses[0] + moved.accesses[1]) /
                         2;
  countArithmetic(traffic, facts, arithmetic * both / 2);
  // A block waits for its barriers and first values, or for all loads if these take longer. With
  // prefetch, loads overlap with the computation of the second step.
  const double turns = ceilDiv(shape.cells(0), shape.threads), updates = 2.0 * shape.cells(1);
  const double loads = (kernel.prefetch ? kBesideSecond : 1) * moved.needed / 2 /
                       target.copyBandwidth * target.multiprocessors * target.clock;
  traffic.waiting = std::max((isSpace ? kPlaneWait : kRowWait) / updates, loads) +
                    (kernel.prefetch ? 0 : turns * kLoadWait) / updates;
  traffic.slower = 1 + target.shares.spills.each * std::max(0, spilled);
  traffic.barriers = 2;
  traffic.work = swept.work;
  traffic.computed = swept.computed;
  machine::KernelShares shares = target.shares.space;
  shares.issue = target.shares.exchange.issue;
  shares.sharedRate = target.sharedBytesPerCycle;
  shares.own = 1;
  shares.loss = !isSpace ? kLossOfRows : kernel.prefetch ? kLossAhead : kLossOfPlanes;
  if (isSpace && facts.program.compute != ir::ScalarType::F64)
    shares.seen *= kSingleLoss;
  Estimate sum = estimate(traffic, shares, target, double(std::max(1, kernel.residentBlocks)));
  sum.spilled = spilled;
  addFusedLaunch(sum, 2, false, plannedExtents(facts.program), target);
  return sum;
}

} // namespace stencilc::schedules
