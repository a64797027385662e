/// \file Cost model of the schedule `wavefront`: the predicted time of a plan, with remarks.
#include "schedules/wavefront/cost/Cost.h"
#include "ir/StorageTypes.h"
#include "plan/cost/Column.h"
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include "schedules/wavefront/cost/Traffic.h"
#include "stencilc/Chunks.h"
#include "stencilc/WarpColumns.h"
#include "stencilc/WarpShares.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Factor on the predicted time of plans that fuse no time steps, for programs with several stages
/// (update statements) and three axes. Measured on an H100 for Yee's method: 1.33 to 1.54 with
/// mirror faces, 1.24 with periodic faces in f64.
constexpr double kSingleStepLoss = 1.3;

/// Factors on the predicted time of box stencils with three fused time steps, measured on an H100.
/// kDeepBoxLoss is for f64 with prefetched planes, which leave no L1 cache for spilled registers
/// (19 points). kDeepWholeBoxLoss is for full boxes in f32 (27 points: 1.0 to 1.08 times the time
/// of two fused steps).
constexpr double kDeepBoxLoss = 1.08, kDeepWholeBoxLoss = 1.05;
/// Factors on the predicted time of plans in which threads exchange only rows at the edges of
/// warps. kFewRowsLoss is for less than five rows per thread. kTeamsLoss is for warps whose two
/// halves compute different rows. Measured for seven points in f32 at 512^3 and 640 x 480 x 320.
constexpr double kFewRowsLoss = 1.05, kTeamsLoss = 1.03;

/// Returns the factor on the predicted time of `plan`, in which threads exchange only rows at the
/// edges of warps. In f32 programs with one field, it depends on the rows per thread and on the
/// teams per warp (groups of threads that compute different rows). Returns 1 for all other
/// programs.
double edgesLoss(const analysis::Facts &facts, const WavefrontOptions &plan) {
  if (facts.program.compute == ir::ScalarType::F64 || facts.footprint.fields.size() > 1)
    return 1;
  return (plan.rows < 5 ? kFewRowsLoss : 1) * (plan.teams > 1 ? kTeamsLoss : 1);
}

/// Size in bytes of the instruction cache that two multiprocessors share, and factors on the
/// predicted time of kernels whose loop is larger, in f32 and f64. Measured on an H200: gradient
/// with eight steps in f32 (39 KB) and six in f64 (41 KB), seven points in f32 with six rows
/// (bench/log/reasons/2026-11-28-equal-shares.md). Kernels that exchange whole planes are not
/// slower.
constexpr double kLoopBytes = 32 * 1024, kLargeLoopLoss = 1.03, kLargeDoubleLoopLoss = 1.13;
/// Factor on the predicted size of the loop if the last tiles are moved so that they end at the
/// last cell of the grid. Counted in machine code.
constexpr double kFlushInstructions = 1.08;

/// Returns the factor on the predicted time of a plan whose loop is larger than the instruction
/// cache. Returns 1 for smaller loops and for kernels that exchange whole planes. `traffic` has the
/// instructions per updated cell.
double lossOfLoop(const analysis::Facts &facts, const WavefrontShape &shape,
                  const Traffic &traffic) {
  constexpr int kInstructionBytes = 16, kStepsOfLoop = 2;
  const WavefrontOptions &plan = shape.plan;
  const bool isSpace = facts.program.rank() == 3;
  const double bytes = traffic.instructions * plan.cells * plan.rows * plan.steps * kStepsOfLoop *
                       kInstructionBytes * (isSpace && !plan.apart ? kFlushInstructions : 1);
  if (facts.program.rank() == 1 || plan.isWhole || bytes <= kLoopBytes)
    return 1;
  return facts.program.compute == ir::ScalarType::F64 ? kLargeDoubleLoopLoss : kLargeLoopLoss;
}

/// Returns a factor on the predicted time of `plan` that corrects errors of the cost model. It
/// depends on the kind of exchange between threads, the rows per thread, the teams per warp (groups
/// of threads that compute different rows), and the number of fused time steps. Returns 1 if no
/// error is known.
double lossOfShape(const analysis::Facts &facts, const WavefrontOptions &plan) {
  if (facts.program.rank() == 3 && !plan.isWhole)
    return edgesLoss(facts, plan);
  if (!plan.isWhole || plan.steps < 3 || !facts.footprint.readsDiagonals())
    return 1;
  if (facts.program.compute == ir::ScalarType::F64)
    return plan.ahead > 1 ? kDeepBoxLoss : 1;
  return facts.footprint.widestBox() ? kDeepWholeBoxLoss : 1;
}

/// Division of a launch into columns of tiles and chunks (ranges of planes that one block sweeps),
/// and the steps of the sweep that it takes.
struct Waves {
  std::int64_t columns = 1;
  std::string chunks; // text for remarks: "x 3 chunks"
  double steps = 0;   // steps until the last block ends
  double swept = 0;   // sum of the steps of all blocks, without idle ones
};

/// Returns how a launch divides `across` columns of tiles into edge columns (the first and last
/// ones) and inner columns, as the runtime does. With one axis (`isLine`) there is one column. `nx`
/// is the number of cells of the grid along x.
WarpColumns warpColumns(const WavefrontOptions &plan, const WavefrontShape &shape, int across,
                        int nx, bool isLine) {
  if (isLine)
    return {.inner = 1, .ends = 0, .endChunks = 1, .warps = plan.warps};
  const int ends = shape.tile.x.ends(across, nx);
  return {.inner = across - ends,
          .ends = ends,
          .endChunks = shape.pace.chunksAtEnds,
          .warps = plan.warps};
}

/// Returns the columns of tiles, the chunks (ranges of planes) and the steps of the sweep of a
/// launch on a grid of `extents` cells with one or two axes. Each warp sweeps its tiles
/// independently of other warps. `rank` is the number of axes. `multiprocessors` is their number on
/// the device.
Waves wavesOfWarps(const WavefrontOptions &plan, const WavefrontShape &shape,
                   const Extents &extents, int rank, int multiprocessors) {
  Waves waves;
  const int extra = shape.sweep.extraSteps,
            across = shape.tile.x.count(static_cast<int>(extents[0]));
  const bool isLine = rank == 1;
  const int planes = isLine ? across : static_cast<int>(extents[1]);
  waves.columns = isLine ? 1 : across;
  const WarpColumns swept = warpColumns(plan, shape, across, static_cast<int>(extents[0]), isLine);
  const int chosen = isLine ? std::min(multiprocessors * plan.warps, planes)
                            : chooseChunks(swept, multiprocessors, planes, extra);
  const int chunks = plan.chunks ? std::min(plan.chunks, planes) : chosen;
  waves.chunks = isLine ? counted(chunks, "part") : "x " + counted(chunks, "chunk");
  waves.steps = double(swept.waves(chunks, multiprocessors)) * (ceilDiv(planes, chunks) + extra);
  waves.swept = double(waves.columns) * planes +
                (swept.inner + double(swept.ends) * swept.endChunks) * chunks * extra;
  return waves;
}

/// Returns the columns of tiles, the warps (as text) and the steps of the sweep of a launch on a
/// grid of `extents` cells with two axes, in which all warps get equal parts of the columns.
/// `multiprocessors` is their number on the device.
Waves wavesOfShares(const WavefrontOptions &plan, const WavefrontShape &shape,
                    const Extents &extents, int multiprocessors) {
  const int nx = static_cast<int>(extents[0]), planes = static_cast<int>(extents[1]),
            extra = shape.sweep.extraSteps, across = shape.tile.x.count(nx),
            ends = shape.tile.x.ends(across, nx);
  const PlaneColumns columns{.inner = across - ends,
                             .ends = ends,
                             .warps = plan.warps,
                             .cost =
                                 shape.pace.endCost(shape.tile.x.canEndFlush(nx, shape.tile.unit))};
  const PlaneShares shares = plan.chunks ? shareInChunks(columns, planes, extra, plan.chunks)
                                         : sharePlane(columns, multiprocessors, planes, extra);
  const int warps = shares.inner.warps() + ends * shares.endChunks;
  Waves waves;
  waves.columns = across;
  waves.chunks = "for " + counted(warps, "warp");
  const int blocks = shares.innerBlocks(plan.warps) + shares.endBlocks;
  waves.steps = shares.steps * std::max(1.0, double(ceilDiv(blocks, multiprocessors)));
  waves.swept = double(across) * planes + double(warps) * extra;
  return waves;
}

/// Returns the time of a step of the sweep in a tile at a face, divided by that of an inner tile.
/// `isFlush` is true if the last tiles are moved so that they end at the last cell of the grid.
double outerTileCost(const WavefrontShape &shape, bool isFlush) {
  if (isFlush || shape.tile.shifts)
    return kFlushTileCost;
  if (shape.pace.faceCost)
    return shape.pace.faceCost / 100.0;
  return shape.faces.repeatsAcross ? kRepeatTileCost : kFaceTileCost;
}

/// Returns the columns of tiles, the chunks (ranges of planes) and the steps of the sweep of a
/// launch on a grid of `extents` cells with three axes, in which each block sweeps a tile. `teams`
/// blocks run at the same time. `drift` is the percent by which a step of the sweep takes longer if
/// blocks are at different planes (Chunks.h).
Waves wavesOfBlocks(const WavefrontOptions &plan, const WavefrontShape &shape,
                    const Extents &extents, int teams, int drift) {
  const int nx = static_cast<int>(extents[0]), ny = static_cast<int>(extents[1]),
            planes = static_cast<int>(extents[2]);
  const int across = shape.tile.x.count(nx), up = shape.tile.y.count(ny);
  const bool isFlush = shape.tile.endsFlush &&
                       (shape.tile.shiftsCells || shape.tile.x.canEndFlush(nx, shape.tile.unit)) &&
                       shape.tile.y.canEndFlush(ny, 1);
  const int faces = shape.tile.isUniform || (isFlush && !plan.apart) ? 0 : faceTiles(across, up);
  const SweptColumns swept{.inner = across * up - faces,
                           .outer = faces,
                           .atOnce = teams,
                           .extra = shape.sweep.extraSteps,
                           .cost = outerTileCost(shape, isFlush),
                           .drift = drift};
  const Chunks chunks = plan.chunks
                            ? Chunks{.planes = planes, .shorts = std::min(plan.chunks, planes)}
                            : balancedChunks(swept, planes);
  Waves waves;
  waves.columns = std::int64_t(across) * up;
  waves.chunks =
      chunks.longs
          ? llvm::formatv("x ({0} long + {1} short) chunks", chunks.longs, chunks.shorts).str()
          : "x " + counted(chunks.shorts, "chunk");
  waves.steps = stepsUntilDone(swept, chunks);
  waves.swept = double(waves.columns) * (planes + double(chunks.count()) * shape.sweep.extraSteps);
  return waves;
}

} // namespace

/// Returns the bytes that memory transfers for halos if the L2 cache contains none of them, divided
/// by the bytes of the halo cells that tiles read. The ratio is at least 1, because whole cache
/// lines are transferred.
static double halosApart(const analysis::Facts &facts, const WavefrontShape &shape) {
  constexpr double kUnaligned = kLineBytes - kSectorBytes; // bytes, on average
  double most = 1;
  for (const auto &[field, arrival] : shape.skew->arrival) {
    const int cell = ir::bytesOf(facts.program.fields[field].storage);
    const double row = shape.tile.x.tile * cell, stride = shape.tile.x.stride * cell;
    const double unaligned = std::fmod(stride, kLineBytes) == 0 ? 0 : kUnaligned;
    const double lines = std::ceil(row / kLineBytes) * kLineBytes + unaligned;
    most = std::max(most, lines / stride * shape.tile.y.tile / shape.tile.y.stride);
  }
  const double halo = shape.tile.redundancy - 1;
  return halo > 0 ? std::max(1.0, (most - 1) / halo) : 1;
}

void findDrift(const analysis::Facts &facts, const Target &target, WavefrontShape &shape) {
  // If whole planes are exchanged, shorter chunks were measured 5% slower or equally fast. With
  // five fused time steps, the time of all chunks up to 266 planes is proportional to their planes,
  // because memory is not the limit.
  constexpr int kMostStepsApart = 4;
  if (facts.program.rank() < 3 || shape.plan.isWhole || shape.plan.steps > kMostStepsApart)
    return;
  const auto estimateWith = [&](double fromMemory) {
    Target with = target;
    with.shares.halos.fromMemory = fromMemory;
    return plan::estimate(wavefrontTraffic(facts, shape, with, shape.tile.redundancy),
                          wavefrontShares(facts, shape, with), with);
  };
  const Estimate inStep = estimateWith(0), apart = estimateWith(halosApart(facts, shape));
  const double longer =
      std::max(apart.memory, apart.inside) / std::max(inStep.memory, inStep.inside);
  shape.pace.drift = static_cast<int>(std::round((longer - 1) * 100));
  // Blocks lose step with each other while they wait for memory. Measured for seven points, four
  // steps: on an H200, where memory takes 1.1 (f32) and 1.3 (f64) times the time of the
  // multiprocessors, few chunks are fastest. On an H100, where it takes 1.5 and 1.8 times as long,
  // short ones are.
  constexpr double kDriftsFrom = 1.4;
  shape.pace.launchDrift = inStep.memory > kDriftsFrom * inStep.inside ? shape.pace.drift : 0;
}

WavefrontCost estimateWavefront(const analysis::Facts &facts, const WavefrontShape &shape,
                                const Target &target) {
  const ir::Program &program = facts.program;
  const WavefrontOptions &plan = shape.plan;
  const Extents extents = plannedExtents(program);
  const bool isSpace = program.rank() == 3, isLine = program.rank() == 1;
  const int teams = target.multiprocessors * (isSpace ? 1 : plan.warps);
  // Plans are compared with chunks that limit `drift`, as when the shares were fitted, even if
  // launches do not use them.
  const Waves waves =
      isSpace ? wavesOfBlocks(plan, shape, extents, teams, shape.pace.drift)
      : shape.sharesColumns(program)
          ? wavesOfShares(plan, shape, extents, target.multiprocessors)
          : wavesOfWarps(plan, shape, extents, program.rank(), target.multiprocessors);
  // Cells that all teams compute in these steps, per cell of the grid.
  const double cells = cellsOf(extents);
  const auto computedIn = [&](const Waves &waves) {
    return waves.steps * teams * shape.computedCells() / cells;
  };
  const double computed = computedIn(waves);
  Traffic traffic = wavefrontTraffic(facts, shape, target, computed);
  traffic.computed = waves.swept * shape.computedCells() / cells;
  machine::KernelShares shares = wavefrontShares(facts, shape, target);
  if (isSpace && plan.steps == 1 && program.stages.size() > 1)
    shares.seen *= kSingleStepLoss;
  shares.seen *= lossOfShape(facts, plan) * lossOfLoop(facts, shape, traffic);
  Estimate estimate = plan::estimate(traffic, shares, target);
  addFusedLaunch(estimate, plan.steps, program.rank() == 2 && !shape.tile.endsFlush, extents,
                 target);

  const Waves launched = shape.pace.launchDrift == shape.pace.drift
                             ? waves
                             : wavesOfBlocks(plan, shape, extents, teams, shape.pace.launchDrift);
  const double bytes = traffic.memoryBytes + traffic.lostBytes + shares.l2Cost * traffic.cacheBytes;
  const std::string pieces =
      isLine ? llvm::formatv("{0} in {1}",
                             counted(shape.tile.x.count(static_cast<int>(extents[0])), "tile"),
                             launched.chunks)
                   .str()
             : llvm::formatv("{0} of tiles {1}", counted(waves.columns, "column"), launched.chunks)
                   .str();
  return {
      estimate,
      {llvm::formatv("{0} a sweep, {1} bytes through memory per update",
                     counted(plan.steps, "time step"), llvm::formatv("{0:F1}", bytes).str())
           .str(),
       llvm::formatv("{0}; {1:F2} times the work of the cells stored", pieces, computedIn(launched))
           .str(),
       estimate.memory > estimate.inside ? "memory binds" : "the multiprocessors bind"}};
}

} // namespace stencilc::schedules
