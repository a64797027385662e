/// \file Tiles of the grid with their halo in shared memory.
#include "schedules/tile/Shape.h"
#include "analysis/PassFacts.h"
#include "plan/CostModel.h"
#include "plan/LaunchGrid.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

static constexpr int kBaseRegisters = 24; // beside cells
/// On small grids, where nothing was measured, a tile is not taken to be faster than naive.
static constexpr double kNoFasterThanNaive = 1.05;
/// No block has as many threads along an axis: keeps numbers small until the verifier says so.
static constexpr int kMostThreads = 1 << 12;

/// The tile of what a pass reads within `reach`.
static TileLevel tileOf(const analysis::Facts &facts, const PassPlan &pass,
                        const analysis::FieldLevel &fieldLevel, const Reach &reach) {
  TileLevel tile{.fieldLevel = fieldLevel,
                 .bytes = bytesOf(facts.program.fields[fieldLevel.field].storage),
                 .reach = reach,
                 .isShared = !reach.isZero()};
  const bool threadsOnlyLoad = pass.haloThreads[0] || pass.haloThreads[1] || pass.haloThreads[2];
  for (int axis = 0; axis < facts.program.rank(); ++axis) {
    const int unit = axis == 0 ? pass.cellsPerThread : 1;
    for (Side side : {Side::Low, Side::High})
      tile.halo[axis][static_cast<int>(side)] = (reach.of(axis, side) + unit - 1) / unit * unit;
    tile.extents[axis] =
        std::min(pass.block[axis], kMostThreads) * (axis == 0   ? pass.cellsPerThread
                                                    : axis == 1 ? pass.rowsPerThread
                                                                : 1);
    if (!threadsOnlyLoad)
      tile.extents[axis] += tile.halo[axis][0] + tile.halo[axis][1];
  }
  return tile;
}

TilePass tilePass(const analysis::Facts &facts, std::size_t index, const PassPlan &pass) {
  const analysis::PassFacts read(facts, index);
  TilePass tiles;
  const int words = bytesOf(facts.program.compute) / 4;
  const int own = pass.cellsPerThread * pass.rowsPerThread;
  int held = own * words * static_cast<int>(read.stages.size());
  for (const auto &[fieldLevel, footprint] : read.fieldLevels) {
    const TileLevel tile = tileOf(facts, pass, fieldLevel, footprint.reach);
    tiles.halo.include(tile.reach);
    const int across = pass.cellsPerThread + tile.halo[0][0] + tile.halo[0][1];
    held += std::min(96, own == 1 ? across : across * pass.rowsPerThread) * tile.bytes / 4;
    tiles.sharedBytes += tile.sharedBytes();
    tiles.fieldLevels.push_back(tile);
  }
  tiles.registers = kBaseRegisters + held;
  return tiles;
}

std::string tileExcess(const analysis::Facts &facts, const Target &target, std::size_t index,
                       const PassPlan &pass) {
  const TilePass tiles = tilePass(facts, index, pass);
  if (tiles.sharedBytes > target.sharedBytesPerBlock)
    return llvm::formatv("its tiles need {0} bytes of shared memory per block, and {1} has {2}; "
                         "make block={3} smaller",
                         tiles.sharedBytes, target.name, target.sharedBytesPerBlock,
                         pass.cellsPerThread * pass.rowsPerThread > 1 ? " or cells=" : "")
        .str();
  return "";
}

/// What the threads of a pass read from their tiles for an update, in bytes.
static double sharedBytesPerUpdate(const analysis::Facts &facts, std::size_t index,
                                   const PassPlan &pass, const TilePass &tiles) {
  double bytes = 0;
  for (ir::StageId id : facts.dependence.passes[index].stages)
    for (const auto &[fieldLevel, footprint] : facts.footprint.stages.at(id).fieldLevels)
      for (const TileLevel &tile : tiles.fieldLevels)
        if (tile.isShared && tile.fieldLevel == fieldLevel)
          bytes += tile.bytes * (double(footprint.offsets.size()) -
                                 (pass.centreInRegister && footprint.offsets.count({}) ? 1 : 0));
  return bytes;
}

/// What an update moves and executes; `pass` has its shape.
static Traffic tileTraffic(const analysis::Facts &facts, std::size_t index, const PassPlan &pass,
                           const Target &target) {
  const auto &tiles = pass.shapeAs<TilePass>();
  double updated = 1;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    updated *= double(cellsOfBlock(pass, axis));
  Traffic traffic;
  traffic.sharedBytes = sharedBytesPerUpdate(facts, index, pass, tiles);
  double brought = 0;
  for (const TileLevel &tile : tiles.fieldLevels) {
    const double cells = double(tile.cells()) * pass.tilesPerBlock;
    traffic.memoryBytes += tile.bytes;
    traffic.bytesUnderWay += tile.bytes * (tile.isShared ? cells / threadsOf(pass) : 1);
    if (!tile.isShared)
      continue;
    brought += cells;
    traffic.cacheBytes += tile.bytes * (cells / updated - 1);
    traffic.sharedBytes += tile.bytes * double(tile.cells()) * pass.tilesPerBlock / updated;
  }
  const double arithmetic = arithmeticInstructions(facts, index);
  const auto &shares = target.shares.tile;
  traffic.instructions = arithmetic + shares.cellInstructions * brought / updated +
                         shares.threadInstructions * threadsOf(pass) / updated;
  countArithmetic(traffic, facts, arithmetic);
  traffic.memoryBytes += bytesWritten(facts, index);
  traffic.barriers = 2 - 1.0 / pass.tilesPerBlock;
  return traffic;
}

/// On small grids a plan costs no less than naive's do.
static void holdBehindNaive(const analysis::Facts &facts, Plan &plan) {
  const Schedule *naive = findSchedule("naive");
  if (!naive || isLarge(plannedExtents(facts.program)))
    return;
  for (const Plan &other : naive->candidates(facts, plan.target, {}))
    if (kNoFasterThanNaive * other.cost > plan.cost) {
      plan.cost = kNoFasterThanNaive * other.cost;
      for (PassPlan &pass : plan.passes)
        pass.estimate.isHeldBehind = true;
    }
}

void completeTiles(const analysis::Facts &facts, Plan &plan) {
  const Extents extents = plannedExtents(facts.program);
  for (std::size_t index = 0; index < plan.passes.size(); ++index) {
    PassPlan &pass = plan.passes[index];
    const auto tiles = std::make_shared<TilePass>(tilePass(facts, index, pass));
    pass.shape = tiles;
    pass.sharedBytes = static_cast<int>(std::min<std::int64_t>(tiles->sharedBytes, 1 << 30));
    pass.registers = tiles->registers;
    const Traffic traffic = tileTraffic(facts, index, pass, plan.target);
    pass.redundancy = redundancyOf(facts, index, traffic);
    pass.estimate = estimateCached(pass, traffic, plan.target, extents);
    plan.cost += pass.estimate.seconds;
  }
  holdBehindNaive(facts, plan);
}

} // namespace stencilc::schedules
