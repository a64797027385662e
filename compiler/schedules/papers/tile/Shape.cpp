/// \file Computes the size and cost of tiles in shared memory for schedules tile2d and tile3d.
#include "schedules/papers/tile/Shape.h"
#include "analysis/KernelFacts.h"
#include "plan/cost/CachedKernel.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/cost/Points.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

static constexpr int kBaseRegisters = 24; // registers of a thread that hold no cells
/// Smallest predicted time of a plan with tiles on a small grid, as a multiple of the time of
/// schedule naive. Kernels with tiles have not been measured on small grids, so that naive is
/// preferred there.
static constexpr double kNoFasterThanNaive = 1.05;
/// Largest number of threads of a block along an axis with which sizes of tiles are computed.
/// Larger requested numbers could overflow, and the plan verifier rejects them later.
static constexpr int kMostThreads = 1 << 12;

void setTileParameters(KernelPlan &kernel, const TileParameters &parameters) {
  const auto shape = std::make_shared<TileShape>();
  shape->parameters = parameters;
  kernel.shape = shape;
}

const TileParameters &tileParameters(const KernelPlan &kernel) {
  return kernel.shapeAs<TileShape>().parameters;
}

/// Returns the tile of `fieldLevel` (a field at one time level) for `kernel`. `reach` is the
/// largest offset at which its updates read this level. The tile is in shared memory unless `reach`
/// is zero.
static TileLevel tileOf(const analysis::Facts &facts, const KernelPlan &kernel,
                        const analysis::FieldLevel &fieldLevel, const Reach &reach) {
  TileLevel tile{.fieldLevel = fieldLevel,
                 .bytes = bytesOf(facts.program.fields[fieldLevel.field].storage),
                 .reach = reach,
                 .isShared = !reach.isZero()};
  const int *only = tileParameters(kernel).haloThreads;
  const bool threadsOnlyLoad = only[0] || only[1] || only[2];
  for (int axis = 0; axis < facts.program.rank(); ++axis) {
    const int unit = axis == 0 ? kernel.cellsPerThread : 1;
    for (Side side : {Side::Low, Side::High})
      tile.halo[axis][static_cast<int>(side)] = (reach.of(axis, side) + unit - 1) / unit * unit;
    tile.extents[axis] =
        std::min(kernel.block[axis], kMostThreads) * (axis == 0   ? kernel.cellsPerThread
                                                      : axis == 1 ? kernel.rowsPerThread()
                                                                  : 1);
    if (!threadsOnlyLoad)
      tile.extents[axis] += tile.halo[axis][0] + tile.halo[axis][1];
  }
  return tile;
}

TileShape tileShape(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel) {
  const analysis::KernelFacts read(facts, index);
  TileShape tiles;
  tiles.parameters = tileParameters(kernel);
  const int words = bytesOf(facts.program.compute) / 4;
  const int own = kernel.cellsPerThread * kernel.rowsPerThread();
  int held = own * words * static_cast<int>(read.stages.size());
  for (const auto &[fieldLevel, footprint] : read.fieldLevels) {
    const TileLevel tile = tileOf(facts, kernel, fieldLevel, footprint.reach);
    tiles.halo.include(tile.reach);
    const int across = kernel.cellsPerThread + tile.halo[0][0] + tile.halo[0][1];
    held += std::min(96, own == 1 ? across : across * kernel.rowsPerThread()) * tile.bytes / 4;
    tiles.sharedBytes += tile.sharedBytes();
    tiles.fieldLevels.push_back(tile);
  }
  tiles.registers = kBaseRegisters + held +
                    pointRegisters(facts, index, kernel.rowsPerThread(), kernel.cellsPerThread);
  return tiles;
}

std::string tileExcess(const analysis::Facts &facts, const Target &target, std::size_t index,
                       const KernelPlan &kernel) {
  const TileShape tiles = tileShape(facts, index, kernel);
  if (tiles.sharedBytes > target.sharedBytesPerBlock)
    return llvm::formatv("its tiles need {0} bytes of shared memory per block, and {1} has {2}; "
                         "make block={3} smaller",
                         tiles.sharedBytes, target.name, target.sharedBytesPerBlock,
                         kernel.cellsPerThread * kernel.rowsPerThread() > 1 ? " or cells=" : "")
        .str();
  return "";
}

/// Returns the bytes per cell update that threads read from the tiles in shared memory. `index` is
/// the number of `kernel` in the program, and `tiles` has its tiles.
static double sharedBytesPerUpdate(const analysis::Facts &facts, std::size_t index,
                                   const KernelPlan &kernel, const TileShape &tiles) {
  double bytes = 0;
  for (ir::StageId id : facts.dependence.kernels[index].stages)
    for (const auto &[fieldLevel, footprint] : facts.footprint.stages.at(id).fieldLevels)
      for (const TileLevel &tile : tiles.fieldLevels)
        if (tile.isShared && tile.fieldLevel == fieldLevel)
          bytes += tile.bytes *
                   (double(footprint.offsets.size()) -
                    (tiles.parameters.centreInRegister && footprint.offsets.count({}) ? 1 : 0));
  return bytes;
}

/// Returns the predicted counts (bytes, instructions and barriers) per cell update of `kernel`.
/// `index` is its number in the program. Precondition: the tiles of the kernel have been computed.
static Traffic tileTraffic(const analysis::Facts &facts, std::size_t index,
                           const KernelPlan &kernel, const Target &target) {
  const auto &tiles = kernel.shapeAs<TileShape>();
  double updated = 1;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    updated *= double(cellsOfBlock(kernel, axis));
  Traffic traffic;
  traffic.sharedBytes = sharedBytesPerUpdate(facts, index, kernel, tiles);
  double brought = 0;
  for (const TileLevel &tile : tiles.fieldLevels) {
    const double cells = double(tile.cells()) * tiles.tilesPerBlock();
    traffic.memoryBytes += tile.bytes;
    if (!tile.isShared)
      continue;
    brought += cells;
    traffic.cacheBytes += tile.bytes * (cells / updated - 1);
    traffic.sharedBytes += tile.bytes * double(tile.cells()) * tiles.tilesPerBlock() / updated;
  }
  const double arithmetic = arithmeticInstructions(facts, index);
  const auto &shares = target.shares.tile;
  traffic.instructions = arithmetic + shares.cellInstructions * brought / updated +
                         shares.threadInstructions * threadsOf(kernel) / updated +
                         pointInstructions(facts, index, 1);
  countArithmetic(traffic, facts, arithmetic);
  traffic.memoryBytes += bytesWritten(facts, index);
  traffic.barriers = 2 - 1.0 / tiles.tilesPerBlock();
  return traffic;
}

/// Raises the cost of `plan`, a plan with tiles, to 1.05 times that of schedule naive if it is
/// lower and the grid is small. Also marks its kernels as ranked last. Has no effect on large
/// grids.
static void holdBehindNaive(const analysis::Facts &facts, Plan &plan) {
  const Schedule *naive = findSchedule("naive");
  if (!naive || isLarge(plannedExtents(facts.program)))
    return;
  for (const Plan &other : naive->candidates(facts, plan.target, {}))
    if (kNoFasterThanNaive * other.cost > plan.cost) {
      plan.cost = kNoFasterThanNaive * other.cost;
      for (KernelPlan &kernel : plan.kernels)
        kernel.estimate.isRankedLast = true;
    }
}

void completeTiles(const analysis::Facts &facts, Plan &plan) {
  const Extents extents = plannedExtents(facts.program);
  for (std::size_t index = 0; index < plan.kernels.size(); ++index) {
    KernelPlan &kernel = plan.kernels[index];
    const auto tiles = std::make_shared<TileShape>(tileShape(facts, index, kernel));
    kernel.shape = tiles;
    kernel.sharedBytes = static_cast<int>(std::min<std::int64_t>(tiles->sharedBytes, 1 << 30));
    kernel.registers = tiles->registers;
    const Traffic traffic = tileTraffic(facts, index, kernel, plan.target);
    kernel.redundancy = redundancyOf(facts, index, traffic);
    kernel.estimate = estimateCached(kernel, traffic, plan.target, extents);
    plan.cost += kernel.estimate.seconds;
  }
  holdBehindNaive(facts, plan);
}

} // namespace stencilc::schedules
